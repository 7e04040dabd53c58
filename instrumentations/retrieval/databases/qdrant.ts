import { listOf, textOf } from "@svc/core/internal";
import { endpointsBy, ownData, type Answer } from "@svc/instrumentation";
import { answerOf, listAt, type HitFields } from "../search/hits.ts";
import { ownFields, searchOperations, type Search } from "../search/search-operation.ts";
import type { StoreClass, StorePackage } from "../store-class.ts";

const NAME = "@qdrant/js-client-rest";

const endpointAt = /* @__PURE__ */ endpointsBy(() => "qdrant");

const HIT: HitFields = { id: "id", rank: ["score"], vectors: ["vector"] };
const PARAMETERS = ["limit", "offset", "score_threshold", "using", "with_payload", "with_vector", "params"] as const;
const GROUPS = [...PARAMETERS, "group_by", "group_size"] as const;
const EXAMPLES = ["positive", "negative", "filter"] as const;
const BATCH = ["searches"] as const;

const searches = (): Readonly<Record<string, Search>> => ({
  query: searchOf(["query", "prefetch", "filter"], PARAMETERS, pointsIn),
  queryBatch: searchOf(BATCH, [], batchIn),
  queryGroups: searchOf(["query", "prefetch", "filter"], GROUPS, groupsIn),
  // Methods that newer versions do not have.
  search: searchOf(["vector", "filter"], PARAMETERS, hitsIn),
  searchBatch: searchOf(BATCH, [], batchIn),
  searchPointGroups: searchOf(["vector", "filter"], GROUPS, groupsIn),
  recommend: searchOf(EXAMPLES, [...PARAMETERS, "strategy"], hitsIn),
  recommendBatch: searchOf(BATCH, [], batchIn),
  recommend_batch: searchOf(BATCH, [], batchIn),
  recommendPointGroups: searchOf(EXAMPLES, [...GROUPS, "strategy"], groupsIn),
  discoverPoints: searchOf(["target", "context", "filter"], PARAMETERS, hitsIn),
  discoverBatchPoints: searchOf(BATCH, [], batchIn),
});

/** `QdrantClient`. */
export const QDRANT_CLIENT: StoreClass = {
  place: [],
  mark: "getCollections",
  searches: /* @__PURE__ */ searchOperations(
    { package: NAME, system: "qdrant", endpointOf: (client) => endpointAt(textOf(ownData(client, "_restUri")) ?? "") },
    searches,
  ),
};

/** Package `@qdrant/js-client-rest`. */
export const QDRANT: StorePackage = { name: NAME, classes: [QDRANT_CLIENT], makers: [] };

function searchOf(input: readonly string[], parameters: readonly string[], answer: Search["answer"]): Search {
  return {
    given: ([dataSource, options]) => ({ ...ownFields(options, [...input, ...parameters]), dataSource }),
    input,
    parameters,
    answer,
  };
}

function hitsIn(data: unknown): Answer {
  return answerOf([listOf(data)], HIT);
}

function pointsIn(data: unknown): Answer {
  return answerOf([listAt(data, "points")], HIT);
}

function batchIn(data: unknown): Answer {
  return answerOf(
    listOf(data).map((list) => (Array.isArray(list) ? (list as unknown[]) : listAt(list, "points"))),
    HIT,
  );
}

function groupsIn(data: unknown): Answer {
  return answerOf(
    listAt(data, "groups").map((group) => listAt(group, "hits")),
    HIT,
  );
}
