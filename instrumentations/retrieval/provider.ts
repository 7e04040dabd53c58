import {
  instrumentationOf,
  provider,
  type InstrumentationClass,
  type PatchedExport,
  type Provider,
  type TestedVersions,
} from "@svc/instrumentation";
import { CHROMA_CLIENT, CHROMA_COLLECTION } from "./databases/chroma.ts";
import { PINECONE_DOCUMENTS, PINECONE_INDEX } from "./databases/pinecone.ts";
import { QDRANT_CLIENT } from "./databases/qdrant.ts";
import { WEAVIATE_GENERATE, WEAVIATE_QUERY } from "./databases/weaviate.ts";
import { SEARCHED_FILES, type SearchedPackage } from "./patching/searched-files.ts";
import type { StoreClass } from "./store-class.ts";
import { madeStorePatch, makerPatch, storePatch } from "./patching/store-patches.ts";

const filesWith = (name: SearchedPackage, part: string): string[] =>
  SEARCHED_FILES[name].filter((file) => file.includes(part));

/** Declares the instrumentation of a database, whose calls are the searches of its classes. */
function database(
  name: string,
  className: string,
  packageName: SearchedPackage,
  versions: TestedVersions,
  classes: readonly StoreClass[],
  exports: readonly PatchedExport[],
): Provider {
  const calls = classes.flatMap(({ place, searches }) =>
    Object.keys(searches).map((method) => [...place, method].join(".")),
  );
  const recordedCalls = { calls, observations: ["retriever `retrieval`"] };
  return provider({
    name,
    kind: "framework",
    page: "retrieval.md",
    module: "@svc/retrieval",
    className,
    packages: [{ name: packageName, recorded: "searches", versions, exports, recordedCalls }],
  });
}

const pinecone: Provider = {
  .../* @__PURE__ */ database(
    "pinecone",
    "PineconeInstrumentation",
    "@pinecone-database/pinecone",
    { first: 5, last: 9 },
    [PINECONE_INDEX, PINECONE_DOCUMENTS],
    [
      /* @__PURE__ */ storePatch(["dist/data/index.js"], "Index", PINECONE_INDEX),
      /* @__PURE__ */ storePatch(["dist/data/documents/documents.js"], "Documents", PINECONE_DOCUMENTS),
    ],
  ),
  title: "Vector databases",
};

const qdrant: Provider = /* @__PURE__ */ database(
  "qdrant",
  "QdrantInstrumentation",
  "@qdrant/js-client-rest",
  { first: 1, last: 1 },
  [QDRANT_CLIENT],
  [/* @__PURE__ */ storePatch(SEARCHED_FILES["@qdrant/js-client-rest"], "QdrantClient", QDRANT_CLIENT)],
);

const chroma: Provider = /* @__PURE__ */ database(
  "chroma",
  "ChromaInstrumentation",
  "chromadb",
  { first: 3, last: 3 },
  [CHROMA_COLLECTION],
  [/* @__PURE__ */ makerPatch(SEARCHED_FILES.chromadb, "ChromaClient", CHROMA_CLIENT, CHROMA_COLLECTION)],
);

const weaviate: Provider = /* @__PURE__ */ database(
  "weaviate",
  "WeaviateInstrumentation",
  "weaviate-client",
  { first: 3, last: 3 },
  [WEAVIATE_QUERY, WEAVIATE_GENERATE],
  [
    /* @__PURE__ */ madeStorePatch(filesWith("weaviate-client", "/query/"), "QueryManager", WEAVIATE_QUERY),
    /* @__PURE__ */ madeStorePatch(filesWith("weaviate-client", "/generate/"), "GenerateManager", WEAVIATE_GENERATE),
  ],
);

/** Instrumentations of this folder. */
export const PROVIDERS: readonly Provider[] = [pinecone, qdrant, chroma, weaviate];

const Pinecone: InstrumentationClass = /* @__PURE__ */ instrumentationOf(pinecone);
const Qdrant: InstrumentationClass = /* @__PURE__ */ instrumentationOf(qdrant);
const Chroma: InstrumentationClass = /* @__PURE__ */ instrumentationOf(chroma);
const Weaviate: InstrumentationClass = /* @__PURE__ */ instrumentationOf(weaviate);

/** Records every search of `@pinecone-database/pinecone`, versions 5 to 9. Register it before the package is loaded. */
export class PineconeInstrumentation extends Pinecone {}

/** Records every search of `@qdrant/js-client-rest`, version 1. Register it before the package is loaded. */
export class QdrantInstrumentation extends Qdrant {}

/** Records every search of `chromadb`, version 3. Register it before the package is loaded. */
export class ChromaInstrumentation extends Chroma {}

/** Records every search of `weaviate-client`, version 3. Register it before the package is loaded. */
export class WeaviateInstrumentation extends Weaviate {}
