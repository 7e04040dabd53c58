import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { PackageInstrumentation, patchOf, type PatchedPackage } from "@svc/instrumentation";
import { PATCHED_CLASSES, TESTED_VERSIONS } from "./patched-classes.ts";

const PACKAGE: PatchedPackage = {
  name: "openai",
  instrumentation: "openai",
  recorded: "calls",
  versions: TESTED_VERSIONS,
  exports: /* @__PURE__ */ PATCHED_CLASSES.map(patchOf),
};

/**
 * Records every model call of the `openai` package, versions 4 to 7, as an observation. The application needs no change and can
 * see none. Register it before `openai` is loaded. For ES modules, register the hooks of `import-in-the-middle` too;
 * `isOpenAIFile` limits the hooks to a few files. Does nothing, whoever enables it, where the environment's lists of
 * instrumentations leave `openai` out.
 */
export class OpenAIInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/openai", config);
  }

  protected get patchedPackage(): PatchedPackage {
    return PACKAGE;
  }
}
