import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { PackageInstrumentation, patchOf, type PatchedPackage } from "@svc/instrumentation";
import { PATCHED_CLASSES, TESTED_VERSIONS } from "./patched-classes.ts";

const PACKAGE: PatchedPackage = {
  name: "@mistralai/mistralai",
  instrumentation: "mistral",
  recorded: "calls",
  versions: TESTED_VERSIONS,
  exports: /* @__PURE__ */ PATCHED_CLASSES.map(patchOf),
};

/**
 * Records the model calls of `@mistralai/mistralai`, versions 1 and 2, as observations. The application needs no change and can
 * see none. Register it before `@mistralai/mistralai` is loaded. For version 2, which is an ES module, register the hooks of
 * `import-in-the-middle` too; `isMistralFile` limits the hooks to a few files. Does nothing, whoever enables it, where the
 * environment's lists of instrumentations leave `mistral` out.
 */
export class MistralInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/mistral", config);
  }

  protected get patchedPackage(): PatchedPackage {
    return PACKAGE;
  }
}
