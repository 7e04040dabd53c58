import { allPathsOf, fileTest, type PackageFiles } from "@svc/instrumentation";

const FILES: PackageFiles = {
  package: "ollama",
  folder: "dist",
  modules: ["browser"],
  endings: ["cjs", "mjs"],
};

/** Patched files of `ollama`, relative to the package: CommonJS and ES module. Module hooks need to look at no other file. */
export const OLLAMA_FILES: readonly string[] = /* @__PURE__ */ allPathsOf(FILES);

/** Returns true when a module's URL, or its path with `/`, is one of {@link OLLAMA_FILES} in a folder `ollama`. */
export const isOllamaFile: (url: string) => boolean = /* @__PURE__ */ fileTest(FILES);
