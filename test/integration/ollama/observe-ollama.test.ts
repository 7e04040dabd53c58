import { SvcOtelSpanAttributes as A } from "@svc/core";
import { observeOllama } from "@svc/ollama";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ObservedPackage } from "../../support/application/observed-package.ts";
import { attributesOf } from "../../support/otlp/exported-attributes.ts";

interface Client {
  chat(request: object): Promise<{ message: { content: string } }>;
  embed(request: object): Promise<{ embeddings: number[][] }>;
}

type ClientClass = new (options: object) => Client;

const ANSWER = {
  model: "llama3.2",
  message: { role: "assistant", content: "Hi" },
  done: true,
  done_reason: "stop",
  prompt_eval_count: 3,
  eval_count: 1,
  embeddings: [[1, 2]],
};

let [Ollama, found]: [ClientClass, ObservedPackage] = [] as never;

beforeAll(async () => {
  found = await ObservedPackage.start("ollama-0.6", ANSWER);
  ({ Ollama } = found.load("ollama") as { Ollama: ClientClass });
}, 120_000);
afterAll(() => found.stop());

function clientOf(): Client {
  return new Ollama({ host: found.url });
}

it("records only the calls of the observed client, with its configuration", async () => {
  const observed = clientOf();
  expect(observeOllama(observed, { generationName: "greeting", userId: "u1" })).toBe(observed);
  const request = {
    model: "llama3.2",
    messages: [{ role: "user", content: "Hello" }],
    format: { type: "object" },
    think: "low",
    options: { temperature: 0.5, top_p: 0.9, top_k: 4, num_predict: 9, seed: 7, stop: ["end"] },
  };
  expect((await clientOf().chat({ ...request })).message.content).toBe("Hi");
  expect((await observed.chat({ ...request })).message.content).toBe("Hi");
  expect((await observed.embed({ model: "nomic", input: "Hello" })).embeddings).toEqual([[1, 2]]);
  const spans = await found.spans();

  expect(spans.map(({ name }) => name)).toEqual(["greeting", "greeting"]);
  expect(attributesOf(spans[0]!)).toMatchObject({
    [A.OBSERVATION_TYPE]: "generation",
    [A.OBSERVATION_INPUT]: '[{"role":"user","content":"Hello"}]',
    [A.OBSERVATION_OUTPUT]: '{"role":"assistant","content":"Hi"}',
    [A.TRACE_USER_ID]: "u1",
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
    "server.address": "127.0.0.1",
  });
  expect(attributesOf(spans[1]!)).toMatchObject({
    [A.OBSERVATION_TYPE]: "embedding",
    [A.OBSERVATION_INPUT]: "Hello",
    "gen_ai.embeddings.dimension.count": 2,
  });
});

it("returns any other value as it is", () => {
  const other = { chat: () => 1 };
  expect(observeOllama(other)).toBe(other);
});
