import { SvcOtelSpanAttributes as A } from "@svc/core";
import { observeGoogleGenAI } from "@svc/google-genai";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { startExportSink, type ExportSink } from "../../support/otlp/export-sink.ts";
import { attributesOf } from "../../support/otlp/exported-attributes.ts";
import { traceTo, untrace, type Traced } from "../../support/otlp/traced.ts";

interface Client {
  models: { generateContent(params: object): Promise<{ text: string }> };
}

type ClientClass = new (options: object) => Client;

const ANSWER = {
  candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP" }],
  modelVersion: "gemini-2.5-flash-001",
  responseId: "r1",
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 1, totalTokenCount: 4 },
};

let [GoogleGenAI, sink, traced, model]: [ClientClass, ExportSink, Traced, Server] = [] as never;

beforeAll(async () => {
  const require = createRequire(join(await installed("google-genai-3"), "main.cjs"));
  ({ GoogleGenAI } = require("@google/genai") as { GoogleGenAI: ClientClass });
  model = createServer(
    (request, response) => void request.resume().on("end", () => response.end(JSON.stringify(ANSWER))),
  );
  await new Promise<void>((resolve) => void model.listen(0, "127.0.0.1", resolve));
  sink = await startExportSink();
  traced = traceTo(sink.url);
}, 120_000);
afterAll(async () => {
  untrace();
  await sink.close();
  model.closeAllConnections();
  model.close();
});

function clientOf(options: object = {}): Client {
  const { port } = model.address() as AddressInfo;
  return new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: `http://127.0.0.1:${port}` }, ...options });
}

it("records the calls of the observed client alone, with its configuration", async () => {
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
  await traced.processor.forceFlush();

  expect(sink.spans.map(({ name }) => name)).toEqual(["greeting", "generate_content gemini-2.5-flash"]);
  expect(attributesOf(sink.spans[0]!)).toMatchObject({
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
  expect(attributesOf(sink.spans[1]!)).toMatchObject({ "gen_ai.provider.name": "gcp.vertex_ai" });
});

it("returns any other value as it is", () => {
  const other = { models: {} };
  expect(observeGoogleGenAI(other)).toBe(other);
});
