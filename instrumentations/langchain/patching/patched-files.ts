/** Folder of the files below, in the package `@langchain/core`. */
const FOLDER = "dist";

/** Patched files of `@langchain/core`, without their ending. */
export const LANGCHAIN_MODULES = {
  callbackManager: "callbacks/manager",
  asyncLocalStorage: "singletons/async_local_storage/index",
  chatModels: "language_models/chat_models",
  llms: "language_models/llms",
  retrievers: "retrievers/index",
  tools: "tools/index",
  runnables: "runnables/base",
  asyncCaller: "utils/async_caller",
} as const;

const ENDINGS = ["js", "cjs"];
const MODULES: readonly string[] = Object.values(LANGCHAIN_MODULES);

/** Patched files as ES modules and as CommonJS, relative to the package. Module hooks need to look at no other file. */
export const LANGCHAIN_FILES: readonly string[] = MODULES.flatMap((module) =>
  ENDINGS.map((ending) => `${FOLDER}/${module}.${ending}`),
);

/** Returns the paths of a file as ES module and as CommonJS, starting with the package's name. */
export function pathsOf(module: string): string[] {
  return ENDINGS.map((ending) => `@langchain/core/${FOLDER}/${module}.${ending}`);
}

/** Patterns of the URLs of the patched files, for a module hook in another thread: a function cannot be sent to that thread. */
export const LANGCHAIN_FILE_PATTERNS: readonly RegExp[] = MODULES.map(
  (module) => new RegExp(`/@langchain/core/${FOLDER}/${module}\\.c?js(?:[?#].*)?$`),
);

const WANTED: ReadonlySet<string> = new Set(MODULES.flatMap(pathsOf).map((path) => `/${path}`));

/** Returns true when a module's URL, or its path with `/`, is that of a patched file. */
export function isLangChainFile(url: string): boolean {
  // Called for every module of the application: almost all leave here.
  const start = url.lastIndexOf(`/@langchain/core/${FOLDER}/`);
  if (start === -1) return false;
  const path = url.slice(start);
  const end = path.search(/[?#]/);
  return WANTED.has(end === -1 ? path : path.slice(0, end));
}
