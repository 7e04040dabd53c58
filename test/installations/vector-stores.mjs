// Searches four vector databases with their clients against stand-ins, and prints what the application sees.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { nextMillisecond } from "./next-millisecond.mjs";

const VECTOR = [0.1, 0.2, 0.3];
const SECRET = "the secret recipe";

/** Answers of the databases over HTTP, by the end of the path, in the form that each of them sends. */
const ANSWERS = [
  // Pinecone.
  [
    /^\/query$/,
    ({ id }) => ({
      results: [],
      matches: [
        {
          id: id?.startsWith("together") ? id : "a",
          score: 0.9,
          values: VECTOR,
          metadata: { text: SECRET, ratings: [1, 2] },
        },
        { id: "b", score: 0.4, values: VECTOR, metadata: { text: "bread" } },
      ],
      namespace: "recipes",
      usage: { readUnits: 5 },
    }),
  ],
  [
    /^\/records\/namespaces\/[^/]+\/search$/,
    () => ({
      result: { hits: [{ _id: "r1", _score: 0.7, fields: { chunk_text: SECRET } }] },
      usage: { read_units: 6, embed_total_tokens: 4 },
    }),
  ],
  [
    /^\/namespaces\/[^/]+\/documents\/search$/,
    () => ({ matches: [{ _id: "d1", _score: 3.5, title: SECRET }], namespace: "recipes", usage: { read_units: 1 } }),
  ],
  [/^\/vectors\/upsert$/, () => ({ upsertedCount: 1 })],
  // Qdrant.
  [
    /\/points\/query$/,
    () => ok({ points: [{ id: 7, version: 3, score: 0.8, payload: { text: SECRET }, vector: VECTOR }] }),
  ],
  [
    /\/points\/query\/batch$/,
    ({ searches }) => ok(searches.map(({ limit }) => ({ points: [{ id: limit, version: 1, score: 0.5 }] }))),
  ],
  [/\/points\/query\/groups$/, () => ok({ groups: [{ id: "x", hits: [{ id: 1, version: 1, score: 0.5 }] }] })],
  [/\/points\/search$/, () => ok([{ id: 7, version: 3, score: 0.8, payload: { text: SECRET }, vector: VECTOR }])],
  [/\/points\/recommend$/, () => ok([{ id: "u-1", version: 3, score: 0.6, payload: null }])],
  [/\/points\/scroll$/, () => ok({ points: [], next_page_offset: null })],
  // Chroma.
  [/\/auth\/identity$/, () => ({ user_id: "", tenant: "default_tenant", databases: ["default_database"] })],
  [/\/api\/v2\/(?:tenants|databases)\/[^/]+$/, () => ({ id: "t1", name: "default" })],
  [/\/tenants\/[^/]+\/databases\/[^/]+$/, () => ({ id: "t1", name: "default", tenant: "default_tenant" })],
  [/\/pre-flight-checks$/, () => ({ max_batch_size: 100, supports_base64_encoding: false })],
  [
    /\/collections$/,
    ({ name }) => ({
      id: "c0ffee00-0000-4000-8000-000000000001",
      name,
      configuration_json: {},
      metadata: null,
      dimension: 3,
      tenant: "default_tenant",
      database: "default_database",
      log_position: 0,
      version: 0,
    }),
  ],
  [
    /\/collections\/[^/]+\/query$/,
    ({ query_embeddings }) => ({
      ids: query_embeddings.map(() => ["m1", "m2"]),
      distances: query_embeddings.map(() => [0.25, 1.5]),
      documents: query_embeddings.map(() => [SECRET, "bread"]),
      metadatas: query_embeddings.map(() => [{ page: 3 }, null]),
      embeddings: null,
      uris: null,
      include: ["metadatas", "documents", "distances"],
    }),
  ],
  // Weaviate.
  [/\/v1\/meta$/, () => ({ version: "1.31.0", hostname: "here", modules: {} })],
];

const ok = (result) => ({ result, status: "ok", time: 0.001 });

/** Headers with which the clients tell who they are. */
const HEADERS = ["api-key", "x-pinecone-api-version", "x-chroma-token", "content-type"];

async function answerHttp(request, response, requests) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  const body = Buffer.concat(pieces).toString();
  const { pathname } = new URL(request.url, "http://localhost");
  requests.push([request.method, pathname, HEADERS.map((name) => request.headers[name] ?? ""), body]);
  if (body.includes("hangs")) return;
  const fails = body.includes("fails");
  const found = ANSWERS.find(([pattern]) => pattern.test(pathname))?.[1];
  const status = fails ? 429 : found === undefined ? 404 : 200;
  const failure = { status: { error: `Slow down: ${SECRET}` }, message: `Slow down: ${SECRET}`, error: "TooMany" };
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(status === 200 ? found(body === "" ? {} : JSON.parse(body)) : failure));
}

/** Starts Weaviate's service with the definition that the client itself brings. Returns its port. */
async function startWeaviate(from, requests) {
  const require = createRequire(from);
  const folder = join(dirname(require.resolve("weaviate-client")), "proto");
  const { WeaviateDefinition } = require(join(folder, "v1/weaviate.js"));
  const { HealthDefinition, HealthCheckResponse_ServingStatus: Status } = require(
    join(folder, "google/health/v1/health.js"),
  );
  const { createServer: createGrpcServer, ServerError, Status: Codes } = require("nice-grpc");
  const server = createGrpcServer();
  server.add(HealthDefinition, {
    check: async () => ({ status: Status.SERVING }),
    async *watch() {
      yield { status: Status.SERVING };
    },
  });
  const unused = () => {
    throw new ServerError(Codes.UNIMPLEMENTED, "not here");
  };
  const methods = Object.fromEntries(
    Object.keys(WeaviateDefinition.methods).map((name) => [name, async () => unused()]),
  );
  server.add(WeaviateDefinition, {
    ...methods,
    search: async (request) => {
      requests.push(["SEARCH", request.collection, request.tenant, request.limit]);
      if (request.collection === "Fails") throw new ServerError(Codes.INVALID_ARGUMENT, `No such class: ${SECRET}`);
      return searchReply();
    },
  });
  const port = await server.listen("127.0.0.1:0");
  return { server, port };
}

const TEXT = { $case: "textValue", value: SECRET };

function searchReply() {
  const fields = { title: { kind: TEXT, textValue: SECRET } };
  const vectorBytes = new Uint8Array(new Float32Array(VECTOR).buffer);
  return {
    took: 0.01,
    results: [
      {
        properties: {
          nonRefProps: { fields },
          refProps: [],
          targetCollection: "Recipes",
          refPropsRequested: false,
        },
        metadata: {
          id: "10000000-0000-4000-8000-000000000001",
          idAsBytes: new Uint8Array(),
          distance: 0.125,
          distancePresent: true,
          vector: [],
          vectorBytes,
          vectors: [],
          generativePresent: false,
          isConsistentPresent: false,
        },
      },
    ],
    groupByResults: [],
  };
}

/** Makes the searches one after the other, then 20 at once, and prints their results by name, and the requests. */
export async function search({ Pinecone, QdrantClient, ChromaClient, weaviate, from }) {
  const requests = [];
  const server = createServer((request, response) => void answerHttp(request, response, requests));
  await new Promise((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  const { server: grpc, port: grpcPort } = await startWeaviate(from, requests);
  const url = `http://127.0.0.1:${port}`;

  const isNewest = "collection" in ChromaClient.prototype;
  const pinecone = new Pinecone({ apiKey: "key", maxRetries: 0 });
  const index = pinecone.index("recipes", url).namespace("soups");
  const qdrant = new QdrantClient({ url, checkCompatibility: false });
  const chroma = new ChromaClient(isNewest ? { host: "127.0.0.1", port } : { path: url });
  const embeddingFunction = {
    name: "ours",
    generate: async (texts) => texts.map(() => VECTOR),
    getConfig: () => ({}),
    buildFromConfig() {},
  };
  const collection = await chroma.getOrCreateCollection({ name: "recipes", embeddingFunction });
  const client = await weaviate.connectToLocal({ host: "127.0.0.1", port, grpcPort });
  const recipes = client.collections.get("Recipes");

  const calls = {
    pineconeQuery: () =>
      index.query({
        vector: VECTOR,
        topK: 2,
        includeValues: true,
        includeMetadata: true,
        filter: { genre: { $eq: "soup" } },
      }),
    pineconeById: () => index.query({ id: "a", topK: 2 }),
    pineconeRecords: () =>
      index.searchRecords({ query: { inputs: { text: "onion soup" }, topK: 1 }, fields: ["chunk_text"] }),
    ...(index.documents && {
      pineconeDocuments: () =>
        index.documents.search({ scoreBy: [{ type: "text", fields: ["title"], query: "onion soup" }], topK: 1 }),
    }),
    pineconeUpsert: () => {
      const records = [{ id: "c", values: VECTOR }];
      return index.upsert(isNewest ? { records } : records);
    },
    pineconeFails: () => index.query({ id: "fails", topK: 2 }),
    pineconeInvalid: () => index.query({ topK: 2, vector: [] }),
    ...(qdrant.query && {
      qdrantQuery: () =>
        qdrant.query("recipes", {
          query: VECTOR,
          limit: 3,
          with_payload: true,
          filter: { must: [{ key: "year", match: { any: [1, 2] } }] },
        }),
      qdrantRecommend: () =>
        qdrant.query("recipes", { query: { recommend: { positive: [1, 2], negative: [VECTOR] } }, limit: 3 }),
      qdrantBatch: () =>
        qdrant.queryBatch("recipes", {
          searches: [
            { query: VECTOR, limit: 1 },
            { query: 5, limit: 2, filter: { must: [] } },
          ],
        }),
      qdrantGroups: () => qdrant.queryGroups("recipes", { query: VECTOR, group_by: "author", limit: 2 }),
    }),
    ...(qdrant.search && {
      qdrantSearch: () => qdrant.search("recipes", { vector: { name: "text", vector: VECTOR }, limit: 3 }),
      qdrantRecommendOld: () => qdrant.recommend("recipes", { positive: [1, 2], negative: [], limit: 3 }),
    }),
    qdrantScroll: () => qdrant.scroll("recipes", { limit: 1 }),
    qdrantFails: () => (qdrant.query ?? qdrant.search).call(qdrant, "recipes", { query: "fails", vector: "fails" }),
    chromaTexts: () => collection.query({ queryTexts: ["onion soup"], nResults: 2, where: { page: { $gt: 1 } } }),
    chromaEmbeddings: () => collection.query({ queryEmbeddings: [VECTOR, VECTOR], nResults: 2 }),
    chromaFails: () => collection.query({ queryEmbeddings: [VECTOR], where: { name: "fails" } }),
    weaviateText: () =>
      recipes.query.nearText("onion soup", {
        limit: 2,
        returnMetadata: ["distance"],
        filters: recipes.filter.byProperty("page").greaterThan(1),
      }),
    weaviateVector: () => recipes.query.nearVector(VECTOR, { limit: 2, includeVector: true }),
    weaviateHybrid: () => recipes.query.hybrid("onion", { alpha: 0.5 }),
    weaviateBm25: () => recipes.withTenant("ann").query.bm25("onion"),
    // The first version looks for a file of that name, and ends the process without one.
    ...(isNewest && { weaviateImage: () => recipes.query.nearImage(Buffer.from("a picture")) }),
    weaviateObjects: () => recipes.query.fetchObjects({ limit: 1 }),
    weaviateFails: () => client.collections.get("Fails").query.bm25("onion"),
  };
  const seen = {};
  for (const [name, call] of Object.entries(calls)) {
    await nextMillisecond();
    seen[name] = await Promise.resolve()
      .then(call)
      .then(
        (result) => ({ kind: result?.constructor?.name, result }),
        (error) => ({ error: { class: error.constructor.name, message: error.message, keys: Object.keys(error) } }),
      );
  }
  const together = Array.from({ length: 20 }, (_, place) => index.query({ id: `together-${place}`, topK: 1 }));
  seen.together = (await Promise.all(together)).map(({ matches }) => matches[0].id);
  const promise = index.query({ id: "a", topK: 1 });
  seen.promise = [promise instanceof Promise, promise.constructor.name, Object.keys(promise)];
  await promise;
  const reasons = [];
  process.once("unhandledRejection", (reason) => reasons.push(reason.constructor.name));
  void index.query({ id: "fails", topK: 1 });
  await new Promise((resolve) => void process.once("unhandledRejection", () => setImmediate(resolve)));
  seen.unhandled = reasons;
  console.log(
    JSON.stringify({ seen, requests: requests.map(String).toSorted() })
      .replaceAll(String(port), "PORT")
      .replaceAll(String(grpcPort), "GRPC"),
  );
  await client.close();
  server.closeAllConnections();
  server.close();
  grpc.forceShutdown();
}
