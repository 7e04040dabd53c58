import { SvcOtelSpanAttributes as A } from "@svc/core";
import { observeMistral } from "@svc/mistral";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ObservedPackage } from "../../support/application/observed-package.ts";
import { attributesOf } from "../../support/otlp/exported-attributes.ts";

interface Client {
  chat: { complete(request: object): Promise<{ id: string }> };
  embeddings: { create(request: object): Promise<{ id: string }> };
}

type ClientClass = new (options: object) => Client;

const ANSWER = {
  id: "c1",
  object: "chat.completion",
  created: 1,
  model: "mistral-small-2506",
  choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
  data: [{ object: "embedding", index: 0, embedding: [1, 2] }],
  usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
};

let [Mistral, found]: [ClientClass, ObservedPackage] = [] as never;

beforeAll(async () => {
  found = await ObservedPackage.start("mistral-2", ANSWER);
  ({ Mistral } = found.load("@mistralai/mistralai") as { Mistral: ClientClass });
}, 120_000);
afterAll(() => found.stop());

function clientOf(): Client {
  return new Mistral({ apiKey: "k", serverURL: found.url });
}

it("records only the calls of the observed client, with its configuration", async () => {
  const observed = clientOf();
  expect(observeMistral(observed, { generationName: "greeting", userId: "u1" })).toBe(observed);
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
  expect((await clientOf().chat.complete(request)).id).toBe("c1");
  expect((await observed.chat.complete(request)).id).toBe("c1");
  expect((await observed.embeddings.create({ model: "mistral-embed", inputs: ["Hello"] })).id).toBe("c1");
  const spans = await found.spans();

  expect(spans.map(({ name }) => name)).toEqual(["greeting", "greeting"]);
  expect(attributesOf(spans[0]!)).toMatchObject({
    [A.OBSERVATION_TYPE]: "generation",
    [A.OBSERVATION_INPUT]: '[{"role":"user","content":"Hello"}]',
    [A.OBSERVATION_OUTPUT]: '{"role":"assistant","content":"Hi"}',
    [A.TRACE_USER_ID]: "u1",
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
    "server.address": "127.0.0.1",
  });
  expect(attributesOf(spans[1]!)).toMatchObject({
    [A.OBSERVATION_TYPE]: "embedding",
    "gen_ai.operation.name": "embeddings",
    "gen_ai.embeddings.dimension.count": 2,
  });
});

it("returns any other value as it is", () => {
  const other = { chat: {} };
  expect(observeMistral(other)).toBe(other);
});
