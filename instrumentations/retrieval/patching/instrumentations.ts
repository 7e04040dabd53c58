import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { PackageInstrumentation, type PatchedPackage } from "@svc/instrumentation";
import { CHROMA_CLIENT, CHROMA_COLLECTION } from "../databases/chroma.ts";
import { PINECONE_DOCUMENTS, PINECONE_INDEX } from "../databases/pinecone.ts";
import { QDRANT_CLIENT } from "../databases/qdrant.ts";
import { WEAVIATE_GENERATE, WEAVIATE_QUERY } from "../databases/weaviate.ts";
import { SEARCHED_FILES, type SearchedPackage } from "./searched-files.ts";
import { madeStorePatch, makerPatch, storePatch } from "./store-patches.ts";

const filesWith = (name: SearchedPackage, part: string): string[] =>
  SEARCHED_FILES[name].filter((file) => file.includes(part));

const COMMON = { recorded: "searches" } as const;

const PATCHED: Readonly<Record<SearchedPackage, PatchedPackage>> = {
  "@pinecone-database/pinecone": {
    ...COMMON,
    name: "@pinecone-database/pinecone",
    instrumentation: "pinecone",
    versions: { first: 5, last: 9 },
    exports: [
      /* @__PURE__ */ storePatch(["dist/data/index.js"], "Index", PINECONE_INDEX),
      /* @__PURE__ */ storePatch(["dist/data/documents/documents.js"], "Documents", PINECONE_DOCUMENTS),
    ],
  },
  "@qdrant/js-client-rest": {
    ...COMMON,
    name: "@qdrant/js-client-rest",
    instrumentation: "qdrant",
    versions: { first: 1, last: 1 },
    exports: [/* @__PURE__ */ storePatch(SEARCHED_FILES["@qdrant/js-client-rest"], "QdrantClient", QDRANT_CLIENT)],
  },
  chromadb: {
    ...COMMON,
    name: "chromadb",
    instrumentation: "chroma",
    versions: { first: 3, last: 3 },
    exports: [/* @__PURE__ */ makerPatch(SEARCHED_FILES.chromadb, "ChromaClient", CHROMA_CLIENT, CHROMA_COLLECTION)],
  },
  "weaviate-client": {
    ...COMMON,
    name: "weaviate-client",
    instrumentation: "weaviate",
    versions: { first: 3, last: 3 },
    exports: [
      /* @__PURE__ */ madeStorePatch(filesWith("weaviate-client", "/query/"), "QueryManager", WEAVIATE_QUERY),
      /* @__PURE__ */ madeStorePatch(filesWith("weaviate-client", "/generate/"), "GenerateManager", WEAVIATE_GENERATE),
    ],
  },
};

abstract class StoreInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/retrieval", config);
  }
}

/** Records every search of `@pinecone-database/pinecone`, versions 5 to 9. Register it before the package is loaded. */
export class PineconeInstrumentation extends StoreInstrumentation {
  protected get patchedPackage(): PatchedPackage {
    return PATCHED["@pinecone-database/pinecone"];
  }
}

/** Records every search of `@qdrant/js-client-rest`, version 1. Register it before the package is loaded. */
export class QdrantInstrumentation extends StoreInstrumentation {
  protected get patchedPackage(): PatchedPackage {
    return PATCHED["@qdrant/js-client-rest"];
  }
}

/** Records every search of `chromadb`, version 3. Register it before the package is loaded. */
export class ChromaInstrumentation extends StoreInstrumentation {
  protected get patchedPackage(): PatchedPackage {
    return PATCHED.chromadb;
  }
}

/** Records every search of `weaviate-client`, version 3. Register it before the package is loaded. */
export class WeaviateInstrumentation extends StoreInstrumentation {
  protected get patchedPackage(): PatchedPackage {
    return PATCHED["weaviate-client"];
  }
}
