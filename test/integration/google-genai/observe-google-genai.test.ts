import { SvcOtelSpanAttributes as A } from "@svc/core";
import { observeGoogleGenAI } from "@svc/google-genai";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ObservedPackage } from "../../support/application/observed-package.ts";
import { attributesOf } from "../../support/otlp/exported-attributes.ts";

interface Client {
  models: { generateContent(params: object): Promise<{ text: string }> };
  interactions: { create(params: object): Promise<object> };
}

type ClientClass = new (options: object) => Client;

const ANSWER = {
  candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP" }],
  modelVersion: "gemini-2.5-flash-001",
  responseId: "r1",
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 1, totalTokenCount: 4 },
};

let [GoogleGenAI, found]: [ClientClass, ObservedPackage] = [] as never;

beforeAll(async () => {
  found = await ObservedPackage.start("google-genai-3", ANSWER);
  ({ GoogleGenAI } = found.load("@google/genai") as { GoogleGenAI: ClientClass });
}, 120_000);
afterAll(() => found.stop());

function clientOf(options: object = {}): Client {
  return new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: found.url }, ...options });
}

it("records only the calls of the observed client, with its configuration", async () => {
  const observed = clientOf();
  expect(observeGoogleGenAI(observed, { generationName: "greeting", userId: "u1" })).toBe(observed);
  const vertex = observeGoogleGenAI(clientOf({ vertexai: true }));
  const params = {
    model: "models/gemini-2.5-flash",
    contents: "Hello",
    config: {
      temperature: 0.5,
      topP: 0.9,
      maxOutputTokens: 9,
      candidateCount: 2,
      thinkingConfig: { thinkingLevel: "LOW" },
    },
  };
  expect((await clientOf().models.generateContent(params)).text).toBe("Hi");
  expect((await observed.models.generateContent(params)).text).toBe("Hi");
  expect((await vertex.models.generateContent({ model: "gemini-2.5-flash", contents: "Hello" })).text).toBe("Hi");
  const interaction = { model: "gemini-3-pro", input: "Hello" };
  await clientOf().interactions.create(interaction);
  await observed.interactions.create(interaction);
  const spans = await found.spans();

  expect(spans.map(({ name }) => name)).toEqual(["greeting", "generate_content gemini-2.5-flash", "greeting"]);
  expect(attributesOf(spans[0]!)).toMatchObject({
    [A.OBSERVATION_TYPE]: "generation",
    [A.OBSERVATION_OUTPUT]: '{"role":"model","parts":[{"text":"Hi"}]}',
    [A.TRACE_USER_ID]: "u1",
    "gen_ai.operation.name": "generate_content",
    "gen_ai.provider.name": "gcp.gemini",
    "gen_ai.request.model": "gemini-2.5-flash",
    "gen_ai.request.temperature": 0.5,
    "gen_ai.request.top_p": 0.9,
    "gen_ai.request.max_tokens": 9,
    "gen_ai.request.choice.count": 2,
    "gen_ai.request.reasoning.level": "low",
    "gen_ai.response.model": "gemini-2.5-flash-001",
    "gen_ai.response.id": "r1",
    "gen_ai.response.finish_reasons": ["STOP"],
    "gen_ai.usage.input_tokens": 3,
    "gen_ai.usage.output_tokens": 1,
    "server.address": "127.0.0.1",
  });
  expect(attributesOf(spans[1]!)).toMatchObject({ "gen_ai.provider.name": "gcp.vertex_ai" });
});

it("returns any other value as it is", () => {
  const other = { models: {} };
  expect(observeGoogleGenAI(other)).toBe(other);
});
