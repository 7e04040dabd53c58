// Process that takes a span and calls of openai their way, once to warm up and once more, and prints the files whose functions ran the
// second time. See `ways.ts`.
import { context, trace, type Span } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer } from "node:http";
import { Session } from "node:inspector/promises";
import type { AddressInfo } from "node:net";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

process.env["SVC_LOG_LEVEL"] = "ERROR";
const { SvcSpanProcessor } = await import("../../src/otel/index.ts");
const { observeOpenAI } = await import("../../instrumentations/openai/index.ts");
const { default: OpenAI } = await import("openai");

const root = fileURLToPath(new URL("../..", import.meta.url));
const session = new Session();
session.connect();
await session.post("Profiler.enable");

/** Returns the files of ours whose functions run while `work` does. */
async function filesEntered(work: () => Promise<unknown>): Promise<string[]> {
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await session.post("Profiler.takePreciseCoverage");
  await work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  await session.post("Profiler.stopPreciseCoverage");
  return result
    .filter(({ url, functions }) => url.startsWith("file:") && functions.some(({ ranges }) => ranges[0]!.count > 0))
    .map(({ url }) => relative(root, fileURLToPath(url)).split(sep).join("/"))
    .filter((path) => /^(?:src|instrumentations)\//.test(path) && !path.includes("node_modules"))
    .toSorted();
}

const service = createServer((request, response) => request.resume().on("end", () => response.end())).listen(0);
await once(service, "listening");
const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
const processor = new SvcSpanProcessor({ publicKey: "pk", secretKey: "sk", baseUrl, flushAt: 1 });
const silent = { onStart() {}, onEnd() {}, forceFlush: async () => {}, shutdown: async () => {} };
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

const usage = { prompt_tokens: 2, completion_tokens: 1, total_tokens: 3 };
const message = { role: "assistant", content: "Pacific." };
const answer = { id: "chat-1", object: "chat.completion", model: "gpt-5", usage };
const choice = { index: 0, finish_reason: "stop" };
const chunk = { ...answer, object: "chat.completion.chunk", choices: [{ ...choice, delta: message }] };
const isStreamed = (body: unknown): boolean => String(body).includes('"stream":true');
const fetch = async (_url: unknown, init?: { body?: unknown }): Promise<Response> =>
  isStreamed(init?.body)
    ? new Response(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`, {
        headers: { "content-type": "text/event-stream" },
      })
    : Response.json({ ...answer, choices: [{ ...choice, message }] });
const client = observeOpenAI(new OpenAI({ apiKey: "none", fetch }));
const request = { model: "gpt-5", messages: [{ role: "user" as const, content: "Name one ocean." }] };

const callOnce = (): Promise<unknown> => client.chat.completions.create(request);
async function streamOnce(): Promise<void> {
  for await (const chunk of await client.chat.completions.create({ ...request, stream: true })) void chunk;
}

trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [silent] }));
await callOnce();
await streamOnce();
const call = await filesEntered(callOnce);
const streamed = await filesEntered(streamOnce);

const tracer = new TracerProvider({ spanProcessors: [processor] }).getTracer("ai");
const startSpan = (): Span => tracer.startSpan("span", { attributes: { "gen_ai.request.model": "gpt-5" } });

/** Ends a span, whose batch leaves at once, and waits until the processor has read the answer. */
async function endAndSend(ended: Span): Promise<void> {
  const answered = new Promise<void>((resolve) => {
    subscribe("http.client.response.finish", function finish() {
      unsubscribe("http.client.response.finish", finish);
      resolve();
    });
  });
  ended.end();
  await answered;
  await new Promise((resolve) => setTimeout(resolve, 20));
}

await endAndSend(startSpan());
const started = startSpan();
const span = await filesEntered(() => endAndSend(started));
await processor.shutdown();
service.close();
console.log(JSON.stringify({ span, call, streamed }));
