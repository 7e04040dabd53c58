import { SvcOtelSpanAttributes as A } from "@svc/core";
import { observeOpenRouter } from "@svc/openai/openrouter";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ObservedPackage } from "../../../support/application/observed-package.ts";
import { attributesOf } from "../../../support/otlp/exported-attributes.ts";

interface Client {
  chat: { send(request: object): Promise<{ id: string }> };
  embeddings: { generate(request: object): Promise<{ id: string }> };
}

type ClientClass = new (options: object) => Client;

const ANSWER = {
  id: "gen-1",
  object: "chat.completion",
  created: 1,
  model: "openai/gpt-5-mini-2025-08-07",
  system_fingerprint: null,
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Hi" } }],
  usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4, cost: 0.25 },
};

let [OpenRouter, found]: [ClientClass, ObservedPackage] = [] as never;

beforeAll(async () => {
  found = await ObservedPackage.start("openrouter-1", ANSWER);
  ({ OpenRouter } = found.load("@openrouter/sdk") as { OpenRouter: ClientClass });
}, 120_000);
afterAll(() => found.stop());

const clientOf = (): Client => new OpenRouter({ apiKey: "k", serverURL: found.url });

it("records only the calls of the observed client of @openrouter/sdk, with its configuration", async () => {
  const observed = clientOf();
  expect(observeOpenRouter(observed, { generationName: "greeting", userId: "u1" })).toBe(observed);
  const chatRequest = {
    model: "openai/gpt-5-mini",
    messages: [{ role: "user", content: "Hello" }],
    temperature: 0.5,
    maxCompletionTokens: 9,
    seed: 7,
  };
  expect((await clientOf().chat.send({ chatRequest })).id).toBe("gen-1");
  expect((await observed.chat.send({ chatRequest })).id).toBe("gen-1");
  const spans = await found.spans();

  expect(spans.map(({ name }) => name)).toEqual(["greeting"]);
  expect(attributesOf(spans[0]!)).toMatchObject({
    [A.OBSERVATION_TYPE]: "generation",
    [A.OBSERVATION_INPUT]: '{"messages":[{"content":"Hello","role":"user"}]}',
    [A.OBSERVATION_OUTPUT]: '{"content":"Hi","role":"assistant"}',
    [A.TRACE_USER_ID]: "u1",
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openrouter",
    "gen_ai.request.model": "openai/gpt-5-mini",
    "gen_ai.request.temperature": 0.5,
    "gen_ai.request.max_tokens": 9,
    "gen_ai.request.seed": 7,
    "gen_ai.response.model": "openai/gpt-5-mini-2025-08-07",
    "gen_ai.response.id": "gen-1",
    "gen_ai.response.finish_reasons": ["stop"],
    "gen_ai.usage.input_tokens": 3,
    "gen_ai.usage.output_tokens": 1,
    "server.address": "127.0.0.1",
  });
});
