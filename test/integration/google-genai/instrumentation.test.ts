import { GoogleGenAIInstrumentation } from "@svc/google-genai";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ObservedPackage } from "../../support/application/observed-package.ts";

interface GoogleModule {
  readonly GoogleGenAI: new (options: object) => {
    readonly models: { generateContent(params: object): Promise<{ text: string }> };
  };
}

const ANSWER = { candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP" }] };

let found: ObservedPackage;

beforeAll(async () => {
  found = await ObservedPackage.start("google-genai-3", ANSWER);
}, 120_000);
afterAll(() => found.stop());

it("records the calls of every client in an OpenTelemetry SDK of the application's, until it is disabled", async () => {
  const instrumentation = new GoogleGenAIInstrumentation();
  const { GoogleGenAI } = found.load("@google/genai") as GoogleModule;
  const { models } = new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: found.url } });
  const params = { model: "gemini-2.5-flash", contents: "Hello" };
  expect((await models.generateContent(params)).text).toBe("Hi");
  instrumentation.disable();
  expect((await models.generateContent(params)).text).toBe("Hi");
  const spans = await found.spans();
  expect(spans.map(({ name }) => name)).toEqual(["generate_content gemini-2.5-flash"]);
});
