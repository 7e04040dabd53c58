import { GoogleGenAIInstrumentation } from "@svc/google-genai";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { startExportSink, type ExportSink } from "../../support/otlp/export-sink.ts";
import { traceTo, untrace, type Traced } from "../../support/otlp/traced.ts";

interface GoogleModule {
  readonly GoogleGenAI: new (options: object) => {
    readonly models: { generateContent(params: object): Promise<{ text: string }> };
  };
}

const ANSWER = { candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP" }] };

let [folder, sink, traced, model]: [string, ExportSink, Traced, Server] = [] as never;

beforeAll(async () => {
  folder = await installed("google-genai-3");
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

it("records the calls of every client in an OpenTelemetry SDK of the application's, until it is disabled", async () => {
  const instrumentation = new GoogleGenAIInstrumentation();
  const { GoogleGenAI } = createRequire(join(folder, "main.cjs"))("@google/genai") as GoogleModule;
  const { port } = model.address() as AddressInfo;
  const { models } = new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: `http://127.0.0.1:${port}` } });
  const params = { model: "gemini-2.5-flash", contents: "Hello" };
  expect((await models.generateContent(params)).text).toBe("Hi");
  instrumentation.disable();
  expect((await models.generateContent(params)).text).toBe("Hi");
  await traced.processor.forceFlush();
  expect(sink.spans.map(({ name }) => name)).toEqual(["generate_content gemini-2.5-flash"]);
});
