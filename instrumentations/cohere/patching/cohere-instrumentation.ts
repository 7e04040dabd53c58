import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { PackageInstrumentation, patchOf, type PatchedPackage } from "@svc/instrumentation";
import { PATCHED_CLASSES, TESTED_VERSIONS } from "./patched-classes.ts";

const PACKAGE: PatchedPackage = {
  name: "cohere-ai",
  instrumentation: "cohere",
  recorded: "calls",
  versions: TESTED_VERSIONS,
  exports: /* @__PURE__ */ PATCHED_CLASSES.map(patchOf),
};

/**
 * Records the model calls of `cohere-ai`, versions 7 and 8, as observations. The application needs no change and can see none.
 * Register it before `cohere-ai` is loaded. Does nothing, whoever enables it, where the environment's lists of instrumentations
 * leave `cohere` out.
 */
export class CohereInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/cohere", config);
  }

  protected get patchedPackage(): PatchedPackage {
    return PACKAGE;
  }
}
