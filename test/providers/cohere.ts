import assert from "node:assert/strict";
import { SvcOtelSpanAttributes as A } from "@svc/core";
import { HELLO, PROMPT, TEXT, type ObservedProvider, type ProviderTests } from "../support/provider-tests.ts";

interface Client {
  chat(request: object): Promise<{ id: string }>;
  rerank(request: object): Promise<{ id: string }>;
}

type ClientClass = new (options: object) => Client;

/** Clients of both versions of the API. */
const OBSERVED: ObservedProvider = {
  installation: "cohere-8",
  answer: {
    id: "c1",
    finish_reason: "COMPLETE",
    message: { role: "assistant", content: [{ type: "text", text: "Hi" }] },
    usage: { billed_units: { input_tokens: 3, output_tokens: 1 } },
    results: [{ index: 0, relevance_score: 0.5 }],
  },
  calls: ({ CohereClient, CohereClientV2 }: Record<"CohereClient" | "CohereClientV2", ClientClass>, url) => ({
    client: () => new CohereClientV2({ token: "k", environment: url }),
    ask: async (client: Client) => {
      const request = {
        model: "command-a",
        messages: [{ role: "user", content: "Hello" }],
        temperature: 0.5,
        p: 0.9,
        k: 4,
        maxTokens: 9,
        seed: 7,
        stopSequences: ["end"],
        responseFormat: { type: "json_object" },
      };
      const call = client.chat(request);
      // Changes that the application makes to its own object after the call are not recorded.
      request.messages.push({ role: "user", content: "Later" });
      assert.equal((await call).id, "c1");
    },
    askFurther: async (_client, observe) => {
      const first = observe(new CohereClient({ token: "k", environment: url }));
      assert.equal((await first.rerank({ model: "rerank-v3.5", query: "q", documents: ["d"] })).id, "c1");
    },
  }),
  spans: [
    [
      "greeting",
      {
        [A.OBSERVATION_TYPE]: "generation",
        [A.OBSERVATION_INPUT]: '[{"role":"user","content":"Hello"}]',
        [A.OBSERVATION_OUTPUT]: '{"role":"assistant","content":[{"type":"text","text":"Hi"}]}',
        "gen_ai.operation.name": "chat",
        "gen_ai.output.type": "json",
        "gen_ai.provider.name": "cohere",
        "gen_ai.request.model": "command-a",
        "gen_ai.request.temperature": 0.5,
        "gen_ai.request.top_p": 0.9,
        "gen_ai.request.top_k": 4,
        "gen_ai.request.max_tokens": 9,
        "gen_ai.request.seed": 7,
        "gen_ai.request.stop_sequences": ["end"],
        "gen_ai.response.id": "c1",
        "gen_ai.response.finish_reasons": ["COMPLETE"],
        "gen_ai.usage.input_tokens": 3,
        "gen_ai.usage.output_tokens": 1,
      },
    ],
    ["rerank rerank-v3.5", { [A.OBSERVATION_TYPE]: "retriever", "gen_ai.operation.name": "rerank" }],
  ],
};

/** What tests need of this instrumentation. */
export const TESTS: ProviderTests = {
  markedPrograms: [{ app: "cohere-8", markers: 22, hasMedia: true }],
  env: { CO_API_KEY: "key" },
  observed: OBSERVED,
  blockRule: {
    installation: "cohere-8",
    context: {
      ...PROMPT,
      CohereClientV2: 'import { CohereClientV2 } from "cohere-ai";',
      request: `const request = { model: "command-a-03-2025", messages: [${HELLO}] };`,
    },
  },
  answers: [
    [
      /^\/v2\/chat$/,
      {
        id: "c2",
        finish_reason: "COMPLETE",
        message: { role: "assistant", content: [{ type: "text", text: TEXT }] },
        usage: { billed_units: { input_tokens: 7, output_tokens: 12 }, tokens: { input_tokens: 7, output_tokens: 12 } },
      },
    ],
  ],
};
