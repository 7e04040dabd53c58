import { SvcOtelSpanAttributes as A } from "@svc/core";
import { observeCohere } from "@svc/cohere";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ObservedPackage } from "../../support/application/observed-package.ts";
import { attributesOf } from "../../support/otlp/exported-attributes.ts";

interface Client {
  chat(request: object): Promise<{ id: string }>;
  rerank(request: object): Promise<{ id: string }>;
}

type ClientClass = new (options: object) => Client;

const ANSWER = {
  id: "c1",
  finish_reason: "COMPLETE",
  message: { role: "assistant", content: [{ type: "text", text: "Hi" }] },
  usage: { billed_units: { input_tokens: 3, output_tokens: 1 } },
  results: [{ index: 0, relevance_score: 0.5 }],
};

let [CohereClient, CohereClientV2]: ClientClass[] = [] as never;
let found: ObservedPackage;

beforeAll(async () => {
  found = await ObservedPackage.start("cohere-8", ANSWER);
  ({ CohereClient, CohereClientV2 } = found.load("cohere-ai") as Record<
    "CohereClient" | "CohereClientV2",
    ClientClass
  >);
}, 120_000);
afterAll(() => found.stop());

function clientOf(Class: ClientClass): Client {
  return new Class({ token: "k", environment: found.url });
}

it("records only the calls of the observed clients, of both versions, with their configurations", async () => {
  const second = clientOf(CohereClientV2!);
  expect(observeCohere(second, { generationName: "greeting", userId: "u1" })).toBe(second);
  const first = observeCohere(clientOf(CohereClient!));
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
  expect((await clientOf(CohereClientV2!).chat(request)).id).toBe("c1");
  const call = second.chat(request);
  // Changes that the application makes to its own object after the call are not recorded.
  request.messages.push({ role: "user", content: "Later" });
  expect((await call).id).toBe("c1");
  expect((await first.rerank({ model: "rerank-v3.5", query: "q", documents: ["d"] })).id).toBe("c1");
  const spans = await found.spans();

  expect(spans.map(({ name }) => name)).toEqual(["greeting", "rerank rerank-v3.5"]);
  expect(attributesOf(spans[0]!)).toMatchObject({
    [A.OBSERVATION_TYPE]: "generation",
    [A.OBSERVATION_INPUT]: '[{"role":"user","content":"Hello"}]',
    [A.OBSERVATION_OUTPUT]: '{"role":"assistant","content":[{"type":"text","text":"Hi"}]}',
    [A.TRACE_USER_ID]: "u1",
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
    "server.address": "127.0.0.1",
  });
  expect(attributesOf(spans[1]!)).toMatchObject({
    [A.OBSERVATION_TYPE]: "retriever",
    "gen_ai.operation.name": "rerank",
  });
});

it("returns any other value as it is", () => {
  const other = { chat: () => 1 };
  expect(observeCohere(other)).toBe(other);
});
