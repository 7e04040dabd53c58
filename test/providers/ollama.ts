import assert from "node:assert/strict";
import { SvcOtelSpanAttributes as A } from "@svc/core";
import { HELLO, PROMPT, TEXT, type ObservedProvider, type ProviderTests } from "../support/provider-tests.ts";

interface Client {
  chat(request: object): Promise<{ message: { content: string } }>;
  embed(request: object): Promise<{ embeddings: number[][] }>;
}

const OBSERVED: ObservedProvider = {
  installation: "ollama-0.6",
  answer: {
    model: "llama3.2",
    message: { role: "assistant", content: "Hi" },
    done: true,
    done_reason: "stop",
    prompt_eval_count: 3,
    eval_count: 1,
    embeddings: [[1, 2]],
  },
  calls: ({ Ollama }: { Ollama: new (options: object) => Client }, url) => ({
    client: () => new Ollama({ host: url }),
    ask: async (client: Client) => {
      const request = {
        model: "llama3.2",
        messages: [{ role: "user", content: "Hello" }],
        format: { type: "object" },
        think: "low",
        options: { temperature: 0.5, top_p: 0.9, top_k: 4, num_predict: 9, seed: 7, stop: ["end"] },
      };
      assert.equal((await client.chat(request)).message.content, "Hi");
    },
    askFurther: async (client: Client) => {
      assert.deepEqual((await client.embed({ model: "nomic", input: "Hello" })).embeddings, [[1, 2]]);
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
        "gen_ai.provider.name": "ollama",
        "gen_ai.request.model": "llama3.2",
        "gen_ai.request.temperature": 0.5,
        "gen_ai.request.top_p": 0.9,
        "gen_ai.request.top_k": 4,
        "gen_ai.request.max_tokens": 9,
        "gen_ai.request.seed": 7,
        "gen_ai.request.stop_sequences": ["end"],
        "gen_ai.request.reasoning.level": "low",
        "gen_ai.response.model": "llama3.2",
        "gen_ai.response.finish_reasons": ["stop"],
        "gen_ai.usage.input_tokens": 3,
        "gen_ai.usage.output_tokens": 1,
      },
    ],
    [
      "greeting",
      {
        [A.OBSERVATION_TYPE]: "embedding",
        [A.OBSERVATION_INPUT]: "Hello",
        "gen_ai.embeddings.dimension.count": 2,
      },
    ],
  ],
};

/** What tests need of this instrumentation. */
export const TESTS: ProviderTests = {
  markedPrograms: [{ app: "ollama-0.6", markers: 16, hasMedia: true }],
  observed: OBSERVED,
  blockRule: {
    installation: "ollama-0.6",
    context: {
      ...PROMPT,
      Ollama: 'import { Ollama } from "ollama";',
      request: `const request = { model: "llama3.2", messages: [${HELLO}] };`,
    },
  },
  answers: [
    [
      /^\/api\/chat$/,
      {
        model: "llama3.2",
        created_at: "2026-11-01T00:00:00Z",
        message: { role: "assistant", content: TEXT },
        done: true,
        done_reason: "stop",
        prompt_eval_count: 7,
        eval_count: 12,
      },
    ],
  ],
};
