import assert from "node:assert/strict";
import { SvcOtelSpanAttributes as A } from "@svc/core";
import { HELLO, PROMPT, type ObservedProvider, type ProviderTests } from "../support/provider-tests.ts";

interface Client {
  chat: { complete(request: object): Promise<{ id: string }> };
  embeddings: { create(request: object): Promise<{ id: string }> };
}

const OBSERVED: ObservedProvider = {
  installation: "mistral-2",
  answer: {
    id: "c1",
    object: "chat.completion",
    created: 1,
    model: "mistral-small-2506",
    choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
    data: [{ object: "embedding", index: 0, embedding: [1, 2] }],
    usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
  },
  calls: ({ Mistral }: { Mistral: new (options: object) => Client }, url) => ({
    client: () => new Mistral({ apiKey: "k", serverURL: url }),
    ask: async (client: Client) => {
      const request = {
        model: "mistral-small-latest",
        messages: [{ role: "user", content: "Hello" }],
        temperature: 0.5,
        topP: 0.9,
        maxTokens: 9,
        randomSeed: 7,
        stop: "end",
        responseFormat: { type: "json_object" },
      };
      assert.equal((await client.chat.complete(request)).id, "c1");
    },
    askFurther: async (client: Client) => {
      assert.equal((await client.embeddings.create({ model: "mistral-embed", inputs: ["Hello"] })).id, "c1");
    },
  }),
  spans: [
    [
      "greeting",
      {
        [A.OBSERVATION_TYPE]: "generation",
        [A.OBSERVATION_INPUT]: '[{"role":"user","content":"Hello"}]',
        [A.OBSERVATION_OUTPUT]: '{"role":"assistant","content":"Hi"}',
        "gen_ai.operation.name": "chat",
        "gen_ai.output.type": "json",
        "gen_ai.provider.name": "mistral_ai",
        "gen_ai.request.model": "mistral-small-latest",
        "gen_ai.request.temperature": 0.5,
        "gen_ai.request.top_p": 0.9,
        "gen_ai.request.max_tokens": 9,
        "gen_ai.request.seed": 7,
        "gen_ai.request.stop_sequences": ["end"],
        "gen_ai.response.model": "mistral-small-2506",
        "gen_ai.response.id": "c1",
        "gen_ai.response.finish_reasons": ["stop"],
        "gen_ai.usage.input_tokens": 3,
        "gen_ai.usage.output_tokens": 1,
      },
    ],
    [
      "greeting",
      {
        [A.OBSERVATION_TYPE]: "embedding",
        "gen_ai.operation.name": "embeddings",
        "gen_ai.embeddings.dimension.count": 2,
      },
    ],
  ],
};

/** What tests need of this instrumentation. */
export const TESTS: ProviderTests = {
  markedPrograms: [{ app: "mistral-2", markers: 22, hasMedia: true }],
  env: { MISTRAL_API_KEY: "key" },
  observed: OBSERVED,
  blockRule: {
    installation: "mistral-2",
    context: {
      ...PROMPT,
      Mistral: 'import { Mistral } from "@mistralai/mistralai";',
      apiKey: 'const apiKey = "key";',
      request: `const request = { model: "mistral-small-latest", messages: [${HELLO}] };`,
    },
  },
};
