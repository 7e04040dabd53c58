import { allPathsOf, fileTest, pathsOf, urlPatternsOf, type PackageFiles } from "@svc/instrumentation";

/** Files of the patched classes, without their folder and ending. */
type Module = "messages/messages" | "beta/messages/messages";

const FILES: PackageFiles = {
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

/** Patterns of the URLs of the patched files, for a module hook in another thread: a function cannot be sent to that thread. */
export const ANTHROPIC_FILE_PATTERNS: readonly RegExp[] = /* @__PURE__ */ urlPatternsOf(FILES);

/** Returns true when a module's URL, or its path with `/`, is one of {@link ANTHROPIC_FILES} in a folder `@anthropic-ai/sdk`. */
export const isAnthropicFile: (url: string) => boolean = /* @__PURE__ */ fileTest(FILES);
