import assert from "node:assert/strict";
import { SvcOtelSpanAttributes as A } from "@svc/core";
import { type ObservedProvider, type ProviderTests } from "../support/provider-tests.ts";

interface Client {
  embed(request: object): Promise<{ usage: object }>;
  rerank(request: object): Promise<{ model: string }>;
}

const OBSERVED: ObservedProvider = {
  installation: "voyageai-0.4",
  answer: {
    object: "list",
    data: [{ object: "embedding", index: 0, embedding: [1, 2], relevance_score: 0.5 }],
    model: "voyage-3.5",
    usage: { total_tokens: 3 },
  },
  calls: ({ VoyageAIClient }: { VoyageAIClient: new (options: object) => Client }, url) => ({
    client: () => new VoyageAIClient({ apiKey: "k", baseUrl: url }),
    ask: async (client: Client) => {
      const request = { model: "voyage-3.5", input: ["Hello"], inputType: "query", encodingFormat: "base64" };
      assert.deepEqual((await client.embed(request)).usage, { totalTokens: 3 });
    },
    askFurther: async (client: Client) => {
      assert.equal((await client.rerank({ model: "rerank-2.5", query: "q", documents: ["d"] })).model, "voyage-3.5");
    },
  }),
  spans: [
    [
      "greeting",
      {
        [A.OBSERVATION_TYPE]: "embedding",
        [A.OBSERVATION_INPUT]: '["Hello"]',
        [A.OBSERVATION_OUTPUT]: '{"count":1,"dimensions":2}',
        "gen_ai.operation.name": "embeddings",
        "gen_ai.provider.name": "voyageai",
        "gen_ai.request.model": "voyage-3.5",
        "gen_ai.request.encoding_formats": ["base64"],
        "gen_ai.response.model": "voyage-3.5",
        "gen_ai.embeddings.dimension.count": 2,
        "gen_ai.usage.input_tokens": 3,
      },
    ],
    [
      "greeting",
      {
        [A.OBSERVATION_TYPE]: "retriever",
        [A.OBSERVATION_INPUT]: '{"query":"q","documents":["d"]}',
        "gen_ai.operation.name": "rerank",
        "gen_ai.usage.input_tokens": 3,
      },
    ],
  ],
};

/** What tests need of this instrumentation. */
export const TESTS: ProviderTests = {
  markedPrograms: [{ app: "voyageai-0.4", markers: 9, hasMedia: true }],
  env: { VOYAGE_API_KEY: "key" },
  observed: OBSERVED,
  blockRule: {
    installation: "voyageai-0.4",
    context: {
      VoyageAIClient: 'import { VoyageAIClient } from "voyageai";',
      request: 'const request = { model: "voyage-3.5", input: "Hello" };',
    },
  },
  answers: [
    [
      /^\/v1\/rerank$/,
      {
        object: "list",
        data: [
          { index: 0, relevance_score: 0.9 },
          { index: 1, relevance_score: 0.1 },
        ],
        model: "rerank-2.5",
        usage: { total_tokens: 26 },
      },
    ],
    [
      /^\/v1\/embeddings$/,
      { object: "list", data: [{ object: "embedding", embedding: [0.1], index: 0 }], usage: { total_tokens: 1 } },
    ],
  ],
};
