import { allPathsOf, fileTest, pathsOf, type PackageFiles } from "@svc/instrumentation";

/** Files of the patched classes, without their folder and ending. */
type Module = "agents" | "chat" | "classifiers" | "conversations" | "embeddings" | "fim" | "ocr" | "transcriptions";

const MODULES: readonly Module[] = [
  "agents",
  "chat",
  "classifiers",
  "conversations",
  "embeddings",
  "fim",
  "ocr",
  "transcriptions",
];

const inFolder = (folder: string): PackageFiles => ({
  package: "@mistralai/mistralai",
  folder,
  modules: MODULES,
  endings: ["js"],
});

/** Version 1, which is CommonJS. */
const FIRST: PackageFiles = /* @__PURE__ */ inFolder("sdk");

/** Version 2, which is an ES module. */
const SECOND: PackageFiles = /* @__PURE__ */ inFolder("esm/sdk");

/** Returns the paths of a file, relative to the package. */
export function filesOf(module: Module): string[] {
  return [...pathsOf(FIRST, module), ...pathsOf(SECOND, module)];
}

/** Patched files of `@mistralai/mistralai`, relative to the package. Module hooks need to look at no other file. */
export const MISTRAL_FILES: readonly string[] = [...allPathsOf(FIRST), ...allPathsOf(SECOND)];

const isInFirst = /* @__PURE__ */ fileTest(FIRST);
const isInSecond = /* @__PURE__ */ fileTest(SECOND);

/** Returns true when a module's URL, or its path with `/`, is one of {@link MISTRAL_FILES} in a folder `@mistralai/mistralai`. */
export function isMistralFile(url: string): boolean {
  return isInFirst(url) || isInSecond(url);
}
