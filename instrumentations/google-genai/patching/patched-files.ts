import { allPathsOf, fileTest, type PackageFiles } from "@svc/instrumentation";

const FILES: PackageFiles = {
  package: "@google/genai",
  folder: "dist/node",
  modules: ["index"],
  endings: ["cjs", "mjs"],
};

/** Patched files of `@google/genai`, relative to the package: CommonJS and ES module. Module hooks need to look at no other file. */
export const GOOGLE_GENAI_FILES: readonly string[] = /* @__PURE__ */ allPathsOf(FILES);

/** Returns true when a module's URL, or its path with `/`, is one of {@link GOOGLE_GENAI_FILES} in a folder `@google/genai`. */
export const isGoogleGenAIFile: (url: string) => boolean = /* @__PURE__ */ fileTest(FILES);
