import { allPathsOf, fileTest, urlPatternsOf, type PackageFiles } from "@svc/instrumentation";

/** The package has no `exports`: `import` and `require` load the same file. */
const FILES: PackageFiles = {
  package: "@aws-sdk/client-bedrock-runtime",
  folder: "dist-cjs",
  modules: ["index"],
  endings: ["js"],
};

/** Patched files of the package, relative to the package. Module hooks need to look at no other file. */
export const BEDROCK_FILES: readonly string[] = /* @__PURE__ */ allPathsOf(FILES);

/** Patterns of the URLs of the patched files, for a module hook in another thread: a function cannot be sent to that thread. */
export const BEDROCK_FILE_PATTERNS: readonly RegExp[] = /* @__PURE__ */ urlPatternsOf(FILES);

/** Returns true when a module's URL, or its path with `/`, is one of {@link BEDROCK_FILES} in a folder of the package's name. */
export const isBedrockFile: (url: string) => boolean = /* @__PURE__ */ fileTest(FILES);
