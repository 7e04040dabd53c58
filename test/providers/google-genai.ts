import { PROMPT, TEXT, type ProviderTests } from "../support/provider-tests.ts";

/** What tests need of this instrumentation. */
export const TESTS: ProviderTests = {
  markedPrograms: [
    { app: "google-genai-3", markers: 13, hasMedia: true },
    { app: "google-genai-3", args: ["interactions.mjs"], markers: 13, hasMedia: true },
    { app: "google-genai-3", args: ["live.mjs"], compared: "Well", markers: 7, isWhole: true },
  ],
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
