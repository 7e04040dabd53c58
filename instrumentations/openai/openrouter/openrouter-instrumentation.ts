import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import {
  PackageInstrumentation,
  patchOf,
  pathsOf,
  type PatchedExport,
  type PatchedPackage,
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

const COMMON = { instrumentation: "openrouter", recorded: "calls" } as const;

const RESULTS: PatchedExport = { files: [RESULT_FILE], patch: recordResults };

const PATCHED: readonly PatchedPackage[] = [
  {
    ...COMMON,
    name: OPENROUTER.name,
    versions: OPENROUTER.versions,
    exports: [...(Object.keys(OPENROUTER_CLASSES) as OpenRouterModule[]).map(patchedClass), RESULTS],
  },
  { ...COMMON, name: OPENROUTER_AGENT, versions: { first: 0, last: 0 }, exports: [RESULTS] },
];

/**
 * Records every model call of `@openrouter/sdk`, versions 0 and 1, as `OpenAIInstrumentation` records those of `openai`, and each
 * `callModel` of it and of `@openrouter/agent`, version 0, as an agent with its model calls and tools.
 */
export class OpenRouterInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/openai", config);
  }

  protected get patchedPackage(): readonly PatchedPackage[] {
    return PATCHED;
  }
}

function patchedClass(module: OpenRouterModule): PatchedExport {
  return patchOf({
    name: OPENROUTER_CLASS_NAMES[module],
    files: pathsOf(OPENROUTER_PACKAGE_FILES, module),
    methods: OPENROUTER_CLASSES[module].methods,
  });
}
