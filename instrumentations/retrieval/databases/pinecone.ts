import { textOf, type Fields } from "@svc/core/internal";
import { endpointsBy, ownData, type Answer } from "@svc/instrumentation";
import { answerOf, countsIn, listAt } from "../search/hits.ts";
import { ownFields, searchOperations, type Database, type Search } from "../search/search-operation.ts";
import type { StoreClass, StoreMaker, StorePackage } from "../store-class.ts";

const NAME = "@pinecone-database/pinecone";

const endpointAt = /* @__PURE__ */ endpointsBy(() => "pinecone");

const DATABASE: Database = {
  package: NAME,
  system: "pinecone",
  endpointOf: (index) => {
    const host = textOf(ownData(ownData(index, "target"), "indexHostUrl")) ?? "";
    return endpointAt(host === "" || host.includes("://") ? host : `https://${host}`);
  },
};

/** `Index`, a namespace of an index of vectors or of texts. */
export const PINECONE_INDEX: StoreClass = {
  place: [],
  mark: "describeIndexStats",
  searches: /* @__PURE__ */ searchOperations(DATABASE, () => ({
    query: searchOf(
      ["vector", "sparseVector", "id", "filter"],
      ["topK", "includeMetadata", "includeValues"],
      matchesIn,
    ),
    searchRecords: searchOf(["query", "rerank"], ["fields"], (data) =>
      answerOf(
        [listAt(data, "result", "hits")],
        { id: "_id", rank: ["_score"], vectors: [] },
        countsIn(ownData(data, "usage")),
      ),
    ),
  })),
};

/** `Documents`, the documents of an index with a schema, since version 9. */
export const PINECONE_DOCUMENTS: StoreClass = {
  place: ["documents"],
  mark: "search",
  searches: /* @__PURE__ */ searchOperations(DATABASE, () => ({
    search: searchOf(["scoreBy", "filter"], ["topK", "includeFields"], (data) =>
      answerOf(
        [listAt(data, "matches")],
        { id: "_id", rank: ["_score"], vectors: [] },
        countsIn(ownData(data, "usage")),
      ),
    ),
  })),
};

const MAKERS: readonly StoreMaker[] = [
  { place: [], mark: "describeIndex", methods: ["index", "Index"] },
  { place: [], mark: "describeIndexStats", methods: ["namespace"] },
];

/** Package `@pinecone-database/pinecone`. */
export const PINECONE: StorePackage = {
  name: NAME,
  classes: [PINECONE_INDEX, PINECONE_DOCUMENTS],
  makers: MAKERS,
};

function searchOf(input: readonly string[], parameters: readonly string[], answer: Search["answer"]): Search {
  return {
    given: ([options], store) => ({
      ...ownFields(options, [...input, ...parameters]),
      dataSource: sourceOf(store),
      namespace:
        ownData(options, "namespace") ?? ownData(ownData(store, "target"), "namespace") ?? ownData(store, "_namespace"),
    }),
    input,
    parameters: [...parameters, "namespace"],
    answer,
  };
}

function sourceOf(store: unknown): unknown {
  const target = ownData(store, "target");
  return ownData(target, "indexName") ?? ownData(target, "index") ?? ownData(ownData(store, "_provider"), "indexName");
}

function matchesIn(data: unknown): Answer {
  const usage: Fields = countsIn(ownData(data, "usage"));
  return answerOf([listAt(data, "matches")], { id: "id", rank: ["score"], vectors: ["values", "sparseValues"] }, usage);
}
