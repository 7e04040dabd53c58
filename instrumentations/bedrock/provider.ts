import { isFields } from "@svc/core/internal";
import {
  instrumentationOf,
  provider,
  type InstrumentationClass,
  type Patches,
  type Provider,
} from "@svc/instrumentation";
import { recordEverySend } from "./recording/recorded-send.ts";
import { BEDROCK_FILES } from "./patching/patched-files.ts";

const CLIENT_CLASS = "BedrockRuntimeClient";

const bedrock: Provider = /* @__PURE__ */ provider({
  name: "bedrock",
  title: "Amazon Bedrock",
  className: "BedrockInstrumentation",
  packages: [
    {
      name: "@aws-sdk/client-bedrock-runtime",
      versions: { first: 3, last: 3 },
      exports: [{ files: BEDROCK_FILES, isMain: true, patch: patchClient }],
      recordedCalls: {
        calls: ["Converse", "ConverseStream", "InvokeModel", "InvokeModelWithResponseStream"],
        observations: ["generation `chat`", "embedding `embeddings`", "generation `image_generation`"],
      },
    },
  ],
});

/** Instrumentations of this folder. */
export const PROVIDERS: readonly Provider[] = [bedrock];

const Instrumentation: InstrumentationClass = /* @__PURE__ */ instrumentationOf(bedrock);

/**
 * Records every model call of the package `@aws-sdk/client-bedrock-runtime`, version 3, as an observation. The application needs
 * no change and can see none. Register it before the package is loaded. For ES modules, register the hooks of
 * `import-in-the-middle` too; `isBedrockFile` limits the hooks to one file. Does nothing, whoever enables it, where the
 * environment's lists of instrumentations leave `bedrock` out.
 */
export class BedrockInstrumentation extends Instrumentation {}

function patchClient(exports: unknown, patches: Patches): string[] {
  const found = isFields(exports) ? exports[CLIENT_CLASS] : undefined;
  const prototype: unknown = typeof found === "function" ? found.prototype : undefined;
  if (!isFields(prototype)) return [`class ${CLIENT_CLASS}`];
  return recordEverySend(patches, prototype) ? [] : [`${CLIENT_CLASS}.send`];
}
