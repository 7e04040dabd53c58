import { allPathsOf, pathsOf, type PackageFiles } from "@svc/instrumentation";

/** Files of the patched classes, without their folder and ending. */
type Module = "messages/messages" | "beta/messages/messages";

/** Patched files of the package. */
export const FILES: PackageFiles = {
  package: "@anthropic-ai/sdk",
  folder: "resources",
  modules: ["messages/messages", "beta/messages/messages"] satisfies Module[],
  endings: ["js", "mjs"],
};

/** Returns the paths of a file, CommonJS and ES module, relative to the package. */
export function filesOf(module: Module): string[] {
  return pathsOf(FILES, module);
}

/**
 * Patched files of the `@anthropic-ai/sdk` package, relative to the package: CommonJS (`.js`) and ES module (`.mjs`) of each.
 * Module hooks need to look at no other file.
 */
export const ANTHROPIC_FILES: readonly string[] = /* @__PURE__ */ allPathsOf(FILES);
