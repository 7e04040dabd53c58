import { instrumentationOf, provider, type InstrumentationClass, type Provider } from "@svc/instrumentation";
import { PATCHED_CLASSES, patchOf } from "./patching/patched-classes.ts";

const langchain: Provider = /* @__PURE__ */ provider({
  name: "langchain",
  kind: "framework",
  title: "LangChain, LangGraph",
  className: "LangChainInstrumentation",
  entries: { "@langchain/core": "/callbacks/manager" },
  packages: [
    {
      name: "@langchain/core",
      recorded: "runs",
      // Older versions report their runs in other ways.
      versions: { first: 1, last: 1, leavesOlderAlone: true },
      exports: /* @__PURE__ */ PATCHED_CLASSES.map(patchOf),
      recordedCalls: {
        calls: ["invoke", "stream", "batch", "streamEvents"],
        observations: ["agent", "chain", "generation", "tool", "retriever", "embedding"],
      },
    },
  ],
});

/** Instrumentations of this folder. */
export const PROVIDERS: readonly Provider[] = [langchain];

const Instrumentation: InstrumentationClass = /* @__PURE__ */ instrumentationOf(langchain);

/**
 * Records every run of LangChain 1.x and LangGraph 1.x as an observation at its place in the trace, without a change to the
 * application. Patches only `@langchain/core`, through which all runs are reported. Register it before `@langchain/core` is
 * loaded. For ES modules, register the hooks of `import-in-the-middle` too; `isLangChainFile` limits the hooks to a few files.
 * Does nothing, whoever enables it, where the environment's lists of instrumentations leave `langchain` out.
 */
export class LangChainInstrumentation extends Instrumentation {}
