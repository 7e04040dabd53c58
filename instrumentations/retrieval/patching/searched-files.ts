import { allPathsOf, type PackageFiles } from "@svc/instrumentation";

/** Packages whose clients search a vector database. */
export type SearchedPackage = "@pinecone-database/pinecone" | "@qdrant/js-client-rest" | "chromadb" | "weaviate-client";

const PINECONE: PackageFiles = {
  package: "@pinecone-database/pinecone",
  folder: "dist/data",
  modules: ["index", "documents/documents"],
  endings: ["js"],
};

const QDRANT: PackageFiles = {
  package: "@qdrant/js-client-rest",
  folder: "dist",
  modules: ["cjs/qdrant-client", "esm/qdrant-client"],
  endings: ["js"],
};

const WEAVIATE: PackageFiles = {
  package: "weaviate-client",
  folder: "dist/node",
  modules: [
    "cjs/collections/query/index",
    "esm/collections/query/index",
    "cjs/collections/generate/index",
    "esm/collections/generate/index",
  ],
  endings: ["js"],
};

/** Patched files of each package, relative to the package. Module hooks need to look at no other file. */
export const SEARCHED_FILES: Readonly<Record<SearchedPackage, readonly string[]>> = {
  "@pinecone-database/pinecone": /* @__PURE__ */ allPathsOf(PINECONE),
  "@qdrant/js-client-rest": /* @__PURE__ */ allPathsOf(QDRANT),
  chromadb: ["dist/cjs/chromadb.cjs", "dist/chromadb.mjs"],
  "weaviate-client": /* @__PURE__ */ allPathsOf(WEAVIATE),
};
