import { SvcOtelSpanAttributes as A } from "@svc/core";
import { observeVectorStore } from "@svc/retrieval";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { startExportSink, type ExportSink } from "../../support/otlp/export-sink.ts";
import { attributesOf } from "../../support/otlp/exported-attributes.ts";
import { traceTo, untrace, type Traced } from "../../support/otlp/traced.ts";

interface Qdrant {
  query(collection: string, request: object): Promise<{ points: unknown[] }>;
}

interface Index {
  query(request: object): Promise<{ matches: unknown[] }>;
  namespace(name: string): Index;
}

interface Pinecone {
  index(name: string, host: string): Index;
}

interface Collection {
  query(request: object): Promise<{ ids: string[][] }>;
}

interface Chroma {
  collection(id: string): Collection;
}

type Class<T> = new (options: object) => T;

/** Answers of the databases, by the end of the path. */
const ANSWERS: Readonly<Record<string, object>> = {
  "/collections/recipes/points/query": {
    result: { points: [{ id: 7, version: 1, score: 0.5 }] },
    status: "ok",
    time: 0,
  },
  "/query": { matches: [{ id: "a", score: 0.5 }], namespace: "", usage: { readUnits: 1 } },
};
const CHROMA_ANSWER = { ids: [["m"]], distances: [[0.5]], documents: [["Soup"]], metadatas: [[null]], include: [] };

let [QdrantClient, PineconeClient, ChromaClient]: [Class<Qdrant>, Class<Pinecone>, Class<Chroma>] = [] as never;
let [sink, traced, database]: [ExportSink, Traced, Server] = [] as never;
let url = "";

beforeAll(async () => {
  const require = createRequire(join(await installed("vector-stores"), "main.cjs"));
  ({ QdrantClient } = require("@qdrant/js-client-rest") as { QdrantClient: Class<Qdrant> });
  ({ Pinecone: PineconeClient } = require("@pinecone-database/pinecone") as { Pinecone: Class<Pinecone> });
  ({ ChromaClient } = require("chromadb") as { ChromaClient: Class<Chroma> });
  database = createServer((request, response) => {
    request.resume().on("end", () => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(ANSWERS[request.url ?? ""] ?? CHROMA_ANSWER));
    });
  });
  await new Promise<void>((resolve) => void database.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(database.address() as AddressInfo).port}`;
  sink = await startExportSink();
  traced = traceTo(sink.url);
}, 120_000);
beforeEach(() => {
  sink.exports.length = 0;
});
afterAll(async () => {
  untrace();
  await sink.close();
  database.closeAllConnections();
  database.close();
});

it("records only the searches of the observed client, with its configuration", async () => {
  const options = { url, checkCompatibility: false };
  const qdrant = new QdrantClient(options);
  expect(observeVectorStore(qdrant, { generationName: "find recipes", userId: "u1" })).toBe(qdrant);
  const request = { query: [0.1, 0.2], filter: { must: [] }, limit: 3 };
  expect((await new QdrantClient(options).query("recipes", request)).points).toHaveLength(1);
  const search = qdrant.query("recipes", request);
  // Changes that the application makes to its own object after the call are not recorded.
  request.query.push(0.3);
  expect((await search).points).toHaveLength(1);
  await traced.processor.forceFlush();

  expect(sink.spans.map(({ name }) => name)).toEqual(["find recipes"]);
  expect(attributesOf(sink.spans[0]!)).toMatchObject({
    [A.OBSERVATION_TYPE]: "retriever",
    [A.OBSERVATION_INPUT]: '{"query":{"dimensions":2},"filter":{"must":[]}}',
    [A.OBSERVATION_OUTPUT]: '[{"id":7,"version":1,"score":0.5}]',
    [A.OBSERVATION_MODEL_PARAMETERS]: '{"limit":3}',
    [A.TRACE_USER_ID]: "u1",
    "gen_ai.operation.name": "retrieval",
    "gen_ai.provider.name": "qdrant",
    "gen_ai.data_source.id": "recipes",
    "db.system.name": "qdrant",
    "db.collection.name": "recipes",
    "db.operation.name": "query",
    "server.address": "127.0.0.1",
  });
});

it("records the searches of what an observed client makes, once", async () => {
  const pinecone = observeVectorStore(new PineconeClient({ apiKey: "k" }), { tags: ["beta"] });
  observeVectorStore(pinecone, { tags: ["beta"] });
  await pinecone.index("recipes", url).namespace("soups").query({ id: "a", topK: 1 });
  const chroma = observeVectorStore(
    new ChromaClient({ host: "127.0.0.1", port: Number(new URL(url).port), tenant: "t", database: "d" }),
  );
  expect((await chroma.collection("c1").query({ queryEmbeddings: [[0.1]] })).ids).toEqual([["m"]]);
  await traced.processor.forceFlush();

  expect(sink.spans.map(({ name }) => name)).toEqual(["retrieval recipes", "retrieval c1"]);
  expect(attributesOf(sink.spans[0]!)).toMatchObject({
    [A.TRACE_TAGS]: ["beta"],
    "db.namespace": "soups",
    "db.system.name": "pinecone",
  });
});

it("runs no code of the application for the record", async () => {
  const reads: string[] = [];
  const request = {
    query: [0.1],
    limit: 1,
    get filter() {
      reads.push("filter");
      return undefined;
    },
  };
  await new QdrantClient({ url, checkCompatibility: false }).query("recipes", request);
  const bare = reads.splice(0).length;
  await observeVectorStore(new QdrantClient({ url, checkCompatibility: false })).query("recipes", request);
  expect(reads).toHaveLength(bare);
});

it("returns any other value as it is", () => {
  const other = { query: () => 1 };
  expect(observeVectorStore(other)).toBe(other);
});
