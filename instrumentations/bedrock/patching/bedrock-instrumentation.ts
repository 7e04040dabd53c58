import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { isFields } from "@svc/core/internal";
import { PackageInstrumentation, type PatchedPackage, type Patches, type TestedVersions } from "@svc/instrumentation";
import { recordEverySend } from "../recording/recorded-send.ts";
import { BEDROCK_FILES } from "./patched-files.ts";

/** Versions of the package that this package is tested with. */
const TESTED_VERSIONS: TestedVersions = { first: 3, last: 3 };

const CLIENT_CLASS = "BedrockRuntimeClient";

const PACKAGE: PatchedPackage = {
  name: "@aws-sdk/client-bedrock-runtime",
  instrumentation: "bedrock",
  recorded: "calls",
  versions: TESTED_VERSIONS,
  exports: [{ files: BEDROCK_FILES, isMain: true, patch: patchClient }],
};

/**
 * Records every model call of the package `@aws-sdk/client-bedrock-runtime`, version 3, as an observation. The application needs
 * no change and can see none. Register it before the package is loaded. For ES modules, register the hooks of
 * `import-in-the-middle` too; `isBedrockFile` limits the hooks to one file. Does nothing, whoever enables it, where the
 * environment's lists of instrumentations leave `bedrock` out.
 */
export class BedrockInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/bedrock", config);
  }

  protected get patchedPackage(): PatchedPackage {
    return PACKAGE;
  }
}

function patchClient(exports: unknown, patches: Patches): string[] {
  const found = isFields(exports) ? exports[CLIENT_CLASS] : undefined;
  const prototype: unknown = typeof found === "function" ? found.prototype : undefined;
  if (!isFields(prototype)) return [`class ${CLIENT_CLASS}`];
  return recordEverySend(patches, prototype) ? [] : [`${CLIENT_CLASS}.send`];
}
