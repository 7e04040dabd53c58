import assert from "node:assert/strict";
import { SvcOtelSpanAttributes as A } from "@svc/core";
import { PROMPT, TEXT, type ObservedProvider, type ProviderTests } from "../support/provider-tests.ts";

interface Client {
  models: { generateContent(params: object): Promise<{ text: string }> };
  interactions: { create(params: object): Promise<object> };
}

const OBSERVED: ObservedProvider = {
  installation: "google-genai-3",
  answer: {
    candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP" }],
    modelVersion: "gemini-2.5-flash-001",
    responseId: "r1",
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 1, totalTokenCount: 4 },
  },
  calls: ({ GoogleGenAI }: { GoogleGenAI: new (options: object) => Client }, url) => {
    const options = { apiKey: "k", httpOptions: { baseUrl: url } };
    return {
      client: () => new GoogleGenAI(options),
      ask: async (client: Client) => {
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
        assert.equal((await client.models.generateContent(params)).text, "Hi");
      },
      askFurther: async (client: Client, observe) => {
        const vertex = observe(new GoogleGenAI({ ...options, vertexai: true }));
        const answer = await vertex.models.generateContent({ model: "gemini-2.5-flash", contents: "Hello" });
        assert.equal(answer.text, "Hi");
        const interaction = { model: "gemini-3-pro", input: "Hello" };
        await new GoogleGenAI(options).interactions.create(interaction);
        await client.interactions.create(interaction);
      },
    };
  },
  spans: [
    [
      "greeting",
      {
        [A.OBSERVATION_TYPE]: "generation",
        [A.OBSERVATION_OUTPUT]: '{"role":"model","parts":[{"text":"Hi"}]}',
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
      },
    ],
    ["generate_content gemini-2.5-flash", { "gen_ai.provider.name": "gcp.vertex_ai" }],
    ["greeting", {}],
  ],
};

/** What tests need of this instrumentation. */
export const TESTS: ProviderTests = {
  markedPrograms: [
    { app: "google-genai-3", markers: 13, hasMedia: true },
    { app: "google-genai-3", args: ["interactions.mjs"], markers: 13, hasMedia: true },
    { app: "google-genai-3", args: ["live.mjs"], compared: "Well", markers: 7, isWhole: true },
  ],
  observed: OBSERVED,
  blockRule: {
    installation: "google-genai-3",
    context: {
      ...PROMPT,
      GoogleGenAI: 'import { GoogleGenAI } from "@google/genai";',
      apiKey: 'const apiKey = "key";',
      request: 'const request = { model: "gemini-2.5-flash", contents: "Hello" };',
    },
  },
  answers: [
    [
      /^\/google\/.*:generateContent$/,
      {
        candidates: [{ content: { role: "model", parts: [{ text: TEXT }] }, finishReason: "STOP" }],
        usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 12, thoughtsTokenCount: 30, totalTokenCount: 49 },
        modelVersion: "gemini-2.5-flash",
      },
    ],
  ],
};
