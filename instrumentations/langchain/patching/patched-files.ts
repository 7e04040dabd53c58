import { allPathsOf, pathsOf, type PackageFiles } from "@svc/instrumentation";

/** Patched files of `@langchain/core`, without their folder and ending. */
const LANGCHAIN_MODULES = {
  callbackManager: "callbacks/manager",
  asyncLocalStorage: "singletons/async_local_storage/index",
  chatModels: "language_models/chat_models",
  llms: "language_models/llms",
  decisions: "decisions/base",
  retrievers: "retrievers/index",
  tools: "tools/index",
  runnables: "runnables/base",
  asyncCaller: "utils/async_caller",
} as const;

/** Patched files of the package. */
export const FILES: PackageFiles = {
  package: "@langchain/core",
  folder: "dist",
  modules: Object.values(LANGCHAIN_MODULES),
  endings: ["js", "cjs"],
};

/** Returns the paths of a file as ES module and as CommonJS, relative to the package. */
export function filesOf(module: keyof typeof LANGCHAIN_MODULES): string[] {
  return pathsOf(FILES, LANGCHAIN_MODULES[module]);
}

/** Patched files as ES modules and as CommonJS, relative to the package. Module hooks need to look at no other file. */
export const LANGCHAIN_FILES: readonly string[] = /* @__PURE__ */ allPathsOf(FILES);
