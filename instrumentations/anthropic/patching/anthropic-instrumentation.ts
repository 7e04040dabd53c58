import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { PackageInstrumentation, patchOf, type PatchedPackage } from "@svc/instrumentation";
import { PACKAGE_NAME, PATCHED_CLASSES, TESTED_VERSIONS } from "./patched-classes.ts";

const PACKAGE: PatchedPackage = {
  name: PACKAGE_NAME,
  instrumentation: "anthropic",
  recorded: "calls",
  versions: TESTED_VERSIONS,
  exports: /* @__PURE__ */ PATCHED_CLASSES.map(patchOf),
};

/**
 * Records every model call of the `@anthropic-ai/sdk` package, versions 0.39 to 1.x, as an observation. The application needs
 * no change and can see none. Register it before `@anthropic-ai/sdk` is loaded. For ES modules, register the hooks of
 * `import-in-the-middle` too; `isAnthropicFile` limits the hooks to a few files. Does nothing, whoever enables it, where the
 * environment's lists of instrumentations leave `anthropic` out.
 */
export class AnthropicInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/anthropic", config);
  }

  protected get patchedPackage(): PatchedPackage {
    return PACKAGE;
  }
}
