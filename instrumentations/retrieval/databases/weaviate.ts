import { textOf, type Fields } from "@svc/core/internal";
import { endpointsBy, ownData, types, type Answer } from "@svc/instrumentation";
import { answerOf, listAt, type HitFields } from "../search/hits.ts";
import { ownFields, searchOperations, type Database, type Search } from "../search/search-operation.ts";
import type { StoreClass, StoreMaker, StorePackage } from "../store-class.ts";

const NAME = "weaviate-client";

const endpointAt = /* @__PURE__ */ endpointsBy(() => "weaviate");

const DATABASE: Database = {
  package: NAME,
  system: "weaviate",
  endpointOf: (manager) => {
    const host = textOf(ownData(ownData(ownData(ownData(manager, "check") ?? manager, "connection"), "http"), "host"));
    return endpointAt(host ?? "");
  },
};

const INPUT = ["query", "vector", "id", "media", "filters", "generate"] as const;
const PARAMETERS = [
  "alpha",
  "autoLimit",
  "certainty",
  "distance",
  "fusionType",
  "groupBy",
  "includeVector",
  "limit",
  "offset",
  "queryProperties",
  "rerank",
  "returnMetadata",
  "returnProperties",
  "targetVector",
] as const;

/** First arguments of the methods, by their name. */
const FIRST = {
  bm25: ["query"],
  hybrid: ["query"],
  nearText: ["query"],
  nearVector: ["vector"],
  nearObject: ["id"],
  nearImage: ["media"],
  nearMedia: ["media", "type"],
} as const;

/** `collection.query`. */
export const WEAVIATE_QUERY: StoreClass = {
  place: ["query"],
  mark: "nearVector",
  searches: /* @__PURE__ */ searchOperations(DATABASE, () => searchesWith([])),
};

/** `collection.generate`, which also has the server ask a model about the hits. */
export const WEAVIATE_GENERATE: StoreClass = {
  place: ["generate"],
  mark: "nearVector",
  searches: /* @__PURE__ */ searchOperations(DATABASE, () => searchesWith(["generate"])),
};

const MAKERS: readonly StoreMaker[] = [
  { place: ["collections"], mark: "createFromSchema", methods: ["create", "createFromSchema", "get", "use"] },
  { place: [], mark: "withTenant", methods: ["withConsistency", "withTenant"] },
];

/** Package `weaviate-client`. */
export const WEAVIATE: StorePackage = { name: NAME, classes: [WEAVIATE_QUERY, WEAVIATE_GENERATE], makers: MAKERS };

function searchesWith(more: readonly string[]): Readonly<Record<string, Search>> {
  return Object.fromEntries(Object.entries(FIRST).map(([method, first]) => [method, searchOf([...first, ...more])]));
}

function searchOf(first: readonly string[]): Search {
  return {
    given: (args, manager) => {
      const named = Object.fromEntries(
        first.map((name, place) => [name, name === "media" ? sizeOf(args[place]) : args[place]]),
      );
      const holder = ownData(manager, "check") ?? manager;
      return {
        ...ownFields(args[first.length], [...INPUT, ...PARAMETERS]),
        ...named,
        dataSource: ownData(holder, "name"),
        namespace: ownData(holder, "tenant"),
      };
    },
    input: INPUT,
    parameters: [...PARAMETERS, "type", "namespace"],
    answer,
  };
}

function answer(data: unknown): Answer {
  const objects = listAt(data, "objects");
  const generated = textOf(ownData(data, "generated")) ?? textOf(ownData(ownData(data, "generative"), "text"));
  const found = answerOf([objects], hitFields(objects[0]));
  return generated === undefined ? found : { ...found, output: { objects: found.output, generated } };
}

/** Returns the fields of the hits. The rank is the score or the distance, of which a search asks for one. */
function hitFields(hit: unknown): HitFields {
  const metadata = ownData(hit, "metadata");
  const rank =
    ["distance", "certainty", "score"].find((name) => typeof ownData(metadata, name) === "number") ?? "score";
  return { id: "uuid", rank: ["metadata", rank], vectors: ["vectors"] };
}

/** Returns the size of an image or a sound that is searched for. It can be a path, base64, or the bytes. */
function sizeOf(media: unknown): Fields | undefined {
  if (typeof media === "string") return { characters: media.length };
  return ArrayBuffer.isView(media) && !types.isProxy(media) ? { bytes: media.byteLength } : undefined;
}
