import { allPathsOf, fileTest, type PackageFiles } from "@svc/instrumentation";

/** Client of the first version of the API, and the client of the second. The package is CommonJS alone. */
const FILES: PackageFiles = {
  package: "cohere-ai",
  folder: "",
  modules: ["Client", "api/resources/v2/client/Client"],
  endings: ["js"],
};

/** Patched files of `cohere-ai`, relative to the package. Module hooks need to look at no other file. */
export const COHERE_FILES: readonly string[] = /* @__PURE__ */ allPathsOf(FILES);

/** Returns true when a module's URL, or its path with `/`, is one of {@link COHERE_FILES} in a folder `cohere-ai`. */
export const isCohereFile: (url: string) => boolean = /* @__PURE__ */ fileTest(FILES);
