/** Package of LlamaIndex.TS with patched files. */
export type LlamaIndexPackage = "@llamaindex/core" | "@llamaindex/workflow" | "llamaindex";

/** Folders of the packages with patched files; empty for the package itself. */
const FOLDERS: Readonly<Record<LlamaIndexPackage, readonly string[]>> = {
  "@llamaindex/core": ["chat-engine", "global", "query-engine", "response-synthesizers", "retriever", "tools"],
  "@llamaindex/workflow": [""],
  llamaindex: ["engines", "tools"],
};

/** Packages with patched files. */
export const LLAMAINDEX_PACKAGES: readonly LlamaIndexPackage[] = [
  "@llamaindex/core",
  "@llamaindex/workflow",
  "llamaindex",
];

/** Patched files of all packages, relative to their package. Module hooks need to look at no other file. */
export const LLAMAINDEX_FILES: readonly string[] = /* @__PURE__ */ Object.values(FOLDERS).flatMap((folders) =>
  folders.flatMap(filesIn),
);

/** Returns the ES module and the CommonJS file of a folder. */
export function filesIn(folder: string): string[] {
  const start = folder === "" ? "" : `${folder}/`;
  return [`${start}dist/index.js`, `${start}dist/index.cjs`];
}
