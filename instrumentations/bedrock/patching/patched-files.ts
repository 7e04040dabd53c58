import { allPathsOf, type PackageFiles } from "@svc/instrumentation";

/** The package has no `exports`: `import` and `require` load the same file. */
export const FILES: PackageFiles = {
  package: "@aws-sdk/client-bedrock-runtime",
  folder: "dist-cjs",
  modules: ["index"],
  endings: ["js"],
};

/** Patched files of the package, relative to the package. Module hooks need to look at no other file. */
export const BEDROCK_FILES: readonly string[] = /* @__PURE__ */ allPathsOf(FILES);
