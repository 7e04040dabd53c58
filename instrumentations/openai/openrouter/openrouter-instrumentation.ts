import {
  instrumentationOf,
  pathsOf,
  provider,
  type ClientClass,
  type InstrumentationClass,
  type PatchedExport,
  type Provider,
} from "@svc/instrumentation";
import { OPENROUTER_CLASSES } from "./classes.ts";
import {
  OPENROUTER_AGENT,
  OPENROUTER_CLASS_NAMES,
  OPENROUTER_PACKAGE_FILES,
  RESULT_FILE,
  type OpenRouterModule,
} from "./files.ts";
import { OPENROUTER } from "./openrouter-package.ts";
import { recordResults } from "./recorded-results.ts";

const RESULTS: PatchedExport = { files: [RESULT_FILE], patch: recordResults };

/** Calls and observations of `callModel`, which both packages have. */
const CALL_MODEL = { calls: ["callModel"], observations: ["agent", "tool"] } as const;

/** Instrumentation of the packages of OpenRouter. */
export const openrouter: Provider = /* @__PURE__ */ provider({
  name: "openrouter",
  page: "openai.md",
  module: "@svc/openai/openrouter",
  className: "OpenRouterInstrumentation",
  packages: [
    {
      name: OPENROUTER.name,
      versions: OPENROUTER.versions,
      classes: /* @__PURE__ */ (Object.keys(OPENROUTER_CLASSES) as OpenRouterModule[]).map(patchedClass),
      exports: [RESULTS],
      recordedCalls: CALL_MODEL,
    },
    {
      name: OPENROUTER_AGENT,
      versions: { first: 0, last: 0 },
      exports: [RESULTS],
      recordedCalls: { ...CALL_MODEL, observations: ["generation `chat`", ...CALL_MODEL.observations] },
    },
  ],
});

const Instrumentation: InstrumentationClass = /* @__PURE__ */ instrumentationOf(openrouter);

/**
 * Records every model call of `@openrouter/sdk`, versions 0 and 1, as `OpenAIInstrumentation` records those of `openai`, and each
 * `callModel` of it and of `@openrouter/agent`, version 0, as an agent with its model calls and tools.
 */
export class OpenRouterInstrumentation extends Instrumentation {}

function patchedClass(module: OpenRouterModule): ClientClass {
  return {
    ...OPENROUTER_CLASSES[module],
    name: OPENROUTER_CLASS_NAMES[module],
    files: pathsOf(OPENROUTER_PACKAGE_FILES, module),
  };
}
