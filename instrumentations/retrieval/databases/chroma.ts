import { listOf, textOf } from "@svc/core/internal";
import { endpointsBy, ownData, type Answer } from "@svc/instrumentation";
import { answerOf, listAt, type HitFields } from "../search/hits.ts";
import { ownFields, searchOperations, type Search } from "../search/search-operation.ts";
import type { StoreClass, StoreMaker, StorePackage } from "../store-class.ts";

const NAME = "chromadb";

const endpointAt = /* @__PURE__ */ endpointsBy(() => "chroma");

const QUERY_INPUT = ["queryTexts", "queryEmbeddings", "queryURIs", "ids", "where", "whereDocument"] as const;
const QUERY_PARAMETERS = ["nResults", "include"] as const;

/** Columns of an answer, with one list for each query, by the name of the field of a hit. */
const COLUMNS = {
  id: "ids",
  distance: "distances",
  score: "scores",
  document: "documents",
  metadata: "metadatas",
  uri: "uris",
  embedding: "embeddings",
} as const;

const SEARCHES: Readonly<Record<string, Search>> = {
  query: {
    given: ([options], store) => ({
      ...ownFields(options, [...QUERY_INPUT, ...QUERY_PARAMETERS]),
      dataSource: nameOf(store),
    }),
    input: QUERY_INPUT,
    parameters: QUERY_PARAMETERS,
    answer: (data) => rowsIn(data, { id: "id", rank: ["distance"], vectors: ["embedding"] }),
  },
  search: {
    given: ([searches], store) => ({ searches, dataSource: nameOf(store) }),
    input: ["searches"],
    parameters: [],
    answer: (data) => rowsIn(data, { id: "id", rank: ["score"], vectors: ["embedding"] }),
  },
};

/** Collection, whose class is not exported by every version. */
export const CHROMA_COLLECTION: StoreClass = {
  place: [],
  mark: "peek",
  searches: /* @__PURE__ */ searchOperations(
    {
      package: NAME,
      system: "chroma",
      endpointOf: () => endpointAt(""),
    },
    () => SEARCHES,
  ),
};

/** `ChromaClient`, which makes the collections. */
export const CHROMA_CLIENT: StoreMaker = {
  place: [],
  mark: "getOrCreateCollection",
  methods: [
    "collection",
    "createCollection",
    "getCollection",
    "getCollectionByCrn",
    "getCollections",
    "getOrCreateCollection",
    "listCollections",
  ],
};

/** Package `chromadb`. */
export const CHROMA: StorePackage = { name: NAME, classes: [CHROMA_COLLECTION], makers: [CHROMA_CLIENT] };

function nameOf(collection: unknown): string | undefined {
  return textOf(ownData(collection, "_name") || ownData(collection, "name") || ownData(collection, "id"));
}

function rowsIn(data: unknown, fields: HitFields): Answer {
  const lists = listAt(data, "ids").map((ids, query) =>
    listOf(ids).map((_id, place) => {
      const row: Record<string, unknown> = {};
      for (const [name, column] of Object.entries(COLUMNS)) {
        const value = listOf(listAt(data, column)[query])[place];
        if (value !== undefined && value !== null) row[name] = value;
      }
      return row;
    }),
  );
  return answerOf(lists, fields);
}
