import { allPathsOf, pathsOf, type PackageFiles } from "@svc/instrumentation";

/** Returns the description of patched files in a folder of the `openai` package. */
function filesIn(folder: string, modules: readonly string[]): PackageFiles {
  return { package: "openai", folder, modules, endings: ["js", "mjs"] };
}

const REALTIME_MODULES = ["ws", "websocket"] as const;
const REALTIME_FOLDERS = ["realtime", "beta/realtime"] as const;

/** Patched files, by their folders. Not every version has every folder. */
export const FOLDERS: readonly PackageFiles[] = [
  ...REALTIME_FOLDERS.map((folder) => filesIn(folder, REALTIME_MODULES)),
  ...["resources/responses", "resources/beta/responses"].map((folder) => filesIn(folder, ["ws-base"])),
];

/** Returns the paths of this Realtime client's files, relative to the package. */
export function realtimeFilesOf(module: (typeof REALTIME_MODULES)[number]): string[] {
  return REALTIME_FOLDERS.flatMap((folder) => pathsOf(filesIn(folder, []), module));
}

/** Package of the Agents SDK with a socket of its own. */
export const AGENTS_REALTIME_PACKAGE = "@openai/agents-realtime";

const AGENTS_SOCKET: PackageFiles = {
  package: AGENTS_REALTIME_PACKAGE,
  folder: "dist",
  modules: ["openaiRealtimeWebsocket"],
  endings: ["js", "mjs"],
};

/** Paths of the files of the Agents SDK's socket, relative to its package. */
export const AGENTS_SOCKET_FILES: readonly string[] = /* @__PURE__ */ allPathsOf(AGENTS_SOCKET);

/** Paths of the files of the Responses API's socket, relative to the package. */
export const RESPONSES_SOCKET_FILES: readonly string[] = /* @__PURE__ */ FOLDERS.slice(2).flatMap(allPathsOf);

/** Patched files of the `openai` package's clients of sockets, relative to the package. */
export const REALTIME_FILES: readonly string[] = /* @__PURE__ */ FOLDERS.flatMap(allPathsOf);
