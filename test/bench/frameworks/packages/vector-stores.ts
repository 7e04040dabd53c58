import { join } from "node:path";
import { INSTALLATIONS } from "../../../support/paths.ts";
import { ANSWER } from "../../providers/provider-package.ts";
import { answerRequests } from "../answers.ts";
import type { Framework, Setting } from "../framework.ts";

const VECTOR: readonly number[] = Array.from({ length: 256 }, (_, index) => Math.sin(index + 1));
const HITS = ["a", "b", "c", "d", "e"].map((id, place) => ({ id, score: 0.9 - place / 10, text: `${id}: ${ANSWER}` }));

const folder = join(INSTALLATIONS, "vector-stores");

interface OpenLLMetry {
  readonly [name: string]: new () => {
    setTracerProvider(provider: object): void;
    manuallyInstrument(module: object): void;
  };
}

/** Has OpenLLMetry record a database, where it is the contender. */
function recordByRival(
  { contender, load, loadRival, provider }: Setting,
  name: string,
  className: string,
  store: string,
) {
  if (contender !== "rival") return;
  const { [className]: Instrumentation } = loadRival(`@traceloop/instrumentation-${name}`) as OpenLLMetry;
  const instrumentation = new Instrumentation!();
  instrumentation.setTracerProvider(provider);
  instrumentation.manuallyInstrument(load(store));
}

interface Pinecone {
  readonly Pinecone: new (options: object) => {
    index(name: string, host: string): { query(options: object): Promise<unknown> };
  };
}

/** Client of Pinecone. */
export const pinecone: Framework<"query"> = {
  title: "@pinecone-database/pinecone 9.0.0",
  folder,
  scenarios: { query: { title: "a query of 256 dimensions, five hits" } },
  rival: "openllmetry 0.27.0",
  prepare(setting) {
    const matches = HITS.map(({ id, score, text }) => ({ id, score, values: [], metadata: { text } }));
    answerRequests({ "/query": { matches, namespace: "", usage: { readUnits: 5 } } });
    recordByRival(setting, "pinecone", "PineconeInstrumentation", "@pinecone-database/pinecone");
    const { Pinecone } = setting.load("@pinecone-database/pinecone") as Pinecone;
    const index = new Pinecone({ apiKey: "key", maxRetries: 0 }).index("bench", "http://127.0.0.1");
    return () => index.query({ vector: VECTOR, topK: 5, includeMetadata: true });
  },
};

interface Qdrant {
  readonly QdrantClient: new (options: object) => {
    query(collection: string, options: object): Promise<unknown>;
  };
}

/** Client of Qdrant. OpenLLMetry's package wraps `search`, which this version does not have any more. */
export const qdrant: Framework<"query"> = {
  title: "@qdrant/js-client-rest 1.19.0",
  folder,
  scenarios: { query: { title: "a query of 256 dimensions, five hits" } },
  prepare({ load }) {
    const points = HITS.map(({ score, text }, id) => ({ id, version: 1, score, payload: { text } }));
    answerRequests({ "/points/query": { result: { points }, status: "ok", time: 0.001 } });
    const { QdrantClient } = load("@qdrant/js-client-rest") as Qdrant;
    const client = new QdrantClient({ url: "http://127.0.0.1:6333", checkCompatibility: false });
    return () => client.query("bench", { query: VECTOR, limit: 5, with_payload: true });
  },
};

interface Chroma {
  readonly ChromaClient: new (options: object) => {
    getOrCreateCollection(options: object): Promise<{ query(options: object): Promise<unknown> }>;
  };
}

/** Client of Chroma. OpenLLMetry's package for it has its patches commented out. */
export const chroma: Framework<"query"> = {
  title: "chromadb 3.5.0",
  folder,
  scenarios: { query: { title: "a query of 256 dimensions, five hits" } },
  async prepare({ load }) {
    answerRequests({
      "/auth/identity": { user_id: "", tenant: "default_tenant", databases: ["default_database"] },
      "/pre-flight-checks": { max_batch_size: 100, supports_base64_encoding: false },
      "/collections": collection,
      "/query": {
        ids: [HITS.map(({ id }) => id)],
        distances: [HITS.map(({ score }) => 1 - score)],
        documents: [HITS.map(({ text }) => text)],
        metadatas: [HITS.map(() => null)],
        embeddings: null,
        uris: null,
        include: ["metadatas", "documents", "distances"],
      },
    });
    const { ChromaClient } = load("chromadb") as Chroma;
    const found = await new ChromaClient({ host: "127.0.0.1", port: 8000 }).getOrCreateCollection({
      name: "bench",
      embeddingFunction: null,
    });
    return () => found.query({ queryEmbeddings: [VECTOR], nResults: 5 });
  },
};

const collection = {
  id: "c0ffee00-0000-4000-8000-000000000001",
  name: "bench",
  configuration_json: {},
  metadata: null,
  dimension: VECTOR.length,
  tenant: "default_tenant",
  database: "default_database",
  log_position: 0,
  version: 0,
};
