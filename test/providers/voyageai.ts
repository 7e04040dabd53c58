import { type ProviderTests } from "../support/provider-tests.ts";

/** What tests need of this instrumentation. */
export const TESTS: ProviderTests = {
  markedPrograms: [{ app: "voyageai-0.4", markers: 9, hasMedia: true }],
  env: { VOYAGE_API_KEY: "key" },
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
