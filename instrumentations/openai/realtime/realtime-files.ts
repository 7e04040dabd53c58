import { allPathsOf, fileTest, pathsOf, urlPatternsOf, type PackageFiles } from "@svc/instrumentation";

/** Returns the description of patched files in a folder of the `openai` package. */
function filesIn(folder: string, modules: readonly string[]): PackageFiles {
  return { package: "openai", folder, modules, endings: ["js", "mjs"] };
}

const REALTIME_MODULES = ["ws", "websocket"] as const;
const REALTIME_FOLDERS = ["realtime", "beta/realtime"] as const;

/** Patched files, by their folders. Not every version has every folder. */
const FOLDERS: readonly PackageFiles[] = /* @__PURE__ */ [
  ...REALTIME_FOLDERS.map((folder) => filesIn(folder, REALTIME_MODULES)),
  ...["resources/responses", "resources/beta/responses"].map((folder) => filesIn(folder, ["ws-base"])),
];

/** Returns the paths of this Realtime client's files, relative to the package. */
export function realtimeFilesOf(module: (typeof REALTIME_MODULES)[number]): string[] {
  return REALTIME_FOLDERS.flatMap((folder) => pathsOf(filesIn(folder, []), module));
}

/** Paths of the files of the Responses API's socket, relative to the package. */
export const RESPONSES_SOCKET_FILES: readonly string[] = /* @__PURE__ */ FOLDERS.slice(2).flatMap(allPathsOf);

/** Patched files of the `openai` package's clients of sockets, relative to the package. */
export const REALTIME_FILES: readonly string[] = /* @__PURE__ */ FOLDERS.flatMap(allPathsOf);

/** Patterns of the URLs of the patched files, for a module hook in another thread: a function cannot be sent to that thread. */
export const REALTIME_FILE_PATTERNS: readonly RegExp[] = /* @__PURE__ */ FOLDERS.flatMap(urlPatternsOf);

const tests: ReadonlyArray<(url: string) => boolean> = /* @__PURE__ */ FOLDERS.map(fileTest);

/** Returns true when a module's URL, or its path with `/`, is one of {@link REALTIME_FILES} in a folder `openai`. */
export function isRealtimeFile(url: string): boolean {
  return tests.some((test) => test(url));
}
