import {
  instrumentationOf,
  provider,
  type InstrumentationClass,
  type Provider,
  type RecordedCalls,
  type TestedVersions,
} from "@svc/instrumentation";
import { PATCHED_CLASSES, patchOfClass } from "./patching/patched-classes.ts";
import type { LlamaIndexPackage } from "./patching/patched-files.ts";

const VERSIONS: Readonly<Record<LlamaIndexPackage, TestedVersions>> = {
  "@llamaindex/core": { first: 6, last: 6, isAtZero: true },
  // Agents of 1.0 are other classes.
  "@llamaindex/workflow": { first: 1, last: 1, firstMinor: 1 },
  llamaindex: { first: 10, last: 12, isAtZero: true },
};

const RECORDED_CALLS: RecordedCalls = {
  calls: /* @__PURE__ */ PATCHED_CLASSES.flatMap(({ name, methods }) => methods.map((method) => `${name}.${method}`)),
  observations: ["agent", "chain", "retriever", "tool", "generation `chat`"],
};

const llamaindex: Provider = /* @__PURE__ */ provider({
  name: "llamaindex",
  kind: "framework",
  title: "LlamaIndex",
  className: "LlamaIndexInstrumentation",
  entries: { "@llamaindex/core": "/query-engine" },
  applications: "installations/llamaindex*",
  packages: /* @__PURE__ */ Object.entries(VERSIONS).map(([name, versions]) => ({
    name,
    recorded: name === "@llamaindex/workflow" ? "agents" : "steps",
    versions,
    exports: PATCHED_CLASSES.filter((row) => row.package === name).map(patchOfClass),
    recordedCalls: RECORDED_CALLS,
  })),
});

/** Instrumentations of this folder. */
export const PROVIDERS: readonly Provider[] = [llamaindex];

const Instrumentation: InstrumentationClass = /* @__PURE__ */ instrumentationOf(llamaindex);

/**
 * Records what LlamaIndex.TS does: query engines, chat engines, retrievers, synthesizers, agents and tools, and model calls that no
 * instrumentation of a provider records. The application needs no change and can see none. Register it before LlamaIndex is loaded.
 * Does nothing, whoever enables it, where the environment's lists of instrumentations leave `llamaindex` out.
 */
export class LlamaIndexInstrumentation extends Instrumentation {}
