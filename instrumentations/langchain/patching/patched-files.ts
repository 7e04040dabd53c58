import { allPathsOf, fileTest, pathsOf, urlPatternsOf, type PackageFiles } from "@svc/instrumentation";

/** Patched files of `@langchain/core`, without their folder and ending. */
const LANGCHAIN_MODULES = {
  callbackManager: "callbacks/manager",
  asyncLocalStorage: "singletons/async_local_storage/index",
  chatModels: "language_models/chat_models",
  llms: "language_models/llms",
  retrievers: "retrievers/index",
  tools: "tools/index",
  runnables: "runnables/base",
  asyncCaller: "utils/async_caller",
} as const;

const FILES: PackageFiles = {
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

/** Patterns of the URLs of the patched files, for a module hook in another thread: a function cannot be sent to that thread. */
export const LANGCHAIN_FILE_PATTERNS: readonly RegExp[] = /* @__PURE__ */ urlPatternsOf(FILES);

/** Returns true when a module's URL, or its path with `/`, is that of a patched file. */
export const isLangChainFile: (url: string) => boolean = /* @__PURE__ */ fileTest(FILES);
