import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { PackageInstrumentation, type PatchedPackage, type TestedVersions } from "@svc/instrumentation";
import { PATCHED_CLASSES, patchOfClass } from "./patched-classes.ts";
import type { LlamaIndexPackage } from "./patched-files.ts";

const VERSIONS: Readonly<Record<LlamaIndexPackage, TestedVersions>> = {
  "@llamaindex/core": { first: 6, last: 6, isAtZero: true },
  // Agents of 1.0 are other classes.
  "@llamaindex/workflow": { first: 1, last: 1, firstMinor: 1 },
  llamaindex: { first: 10, last: 12, isAtZero: true },
};

const PACKAGES: readonly PatchedPackage[] = /* @__PURE__ */ Object.entries(VERSIONS).map(([name, versions]) => ({
  name,
  instrumentation: "llamaindex",
  recorded: name === "@llamaindex/workflow" ? "agents" : "steps",
  versions,
  exports: PATCHED_CLASSES.filter((row) => row.package === name).map(patchOfClass),
}));

/**
 * Records what LlamaIndex.TS does: query engines, chat engines, retrievers, synthesizers, agents and tools, and model calls that no
 * instrumentation of a provider records. The application needs no change and can see none. Register it before LlamaIndex is loaded.
 * Does nothing, whoever enables it, where the environment's lists of instrumentations leave `llamaindex` out.
 */
export class LlamaIndexInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/llamaindex", config);
  }

  protected get patchedPackage(): readonly PatchedPackage[] {
    return PACKAGES;
  }
}
