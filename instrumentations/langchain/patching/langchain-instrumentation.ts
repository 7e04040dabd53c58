import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { PackageInstrumentation, type PatchedPackage } from "@svc/instrumentation";
import { PATCHED_CLASSES, patchOf } from "./patched-classes.ts";

const PACKAGE: PatchedPackage = {
  name: "@langchain/core",
  instrumentation: "langchain",
  recorded: "runs",
  // Older versions report their runs in other ways.
  versions: { first: 1, last: 1, leavesOlderAlone: true },
  exports: /* @__PURE__ */ PATCHED_CLASSES.map(patchOf),
};

/**
 * Records every run of LangChain 1.x and LangGraph 1.x as an observation at its place in the trace, without a change to the
 * application. Patches only `@langchain/core`, through which all runs are reported. Register it before `@langchain/core` is
 * loaded. For ES modules, register the hooks of `import-in-the-middle` too; `isLangChainFile` limits the hooks to a few files.
 * Does nothing, whoever enables it, where the environment's lists of instrumentations leave `langchain` out.
 */
export class LangChainInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/langchain", config);
  }

  protected get patchedPackage(): PatchedPackage {
    return PACKAGE;
  }
}
