/** Makes calls that end in unusual ways, and writes what the application sees and what was recorded. */
import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import { setImmediate } from "node:timers/promises";
import { describeError, loadAnthropic, type AnthropicClient, type MessageStream } from "./anthropic-client.ts";
import type { SpanDescription } from "./preload.ts";
import { type Answer, StandIn } from "./stand-in.ts";

/** Situation, what the application saw, the number of requests, and what was recorded. */
export interface Outcome {
  readonly name: string;
  readonly seen: unknown;
  readonly requests: number;
  readonly spans: readonly SpanDescription[];
}

interface Situation {
  readonly name: string;
  readonly answers: readonly Answer[];
  readonly run: (client: AnthropicClient) => Promise<unknown>;
}

const REQUEST = { model: "claude-haiku-4-5", max_tokens: 64, messages: [{ role: "user", content: "Hello" }] };
const STREAMED = { ...REQUEST, stream: true };
const MESSAGE = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-haiku-4-5",
  content: [{ type: "text", text: "Hello to you" }],
  stop_reason: "end_turn",
  usage: { input_tokens: 9, output_tokens: 4 },
};

const frame = (data: { type: string; [field: string]: unknown }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const START = [
  frame({ type: "message_start", message: { ...MESSAGE, content: [], stop_reason: null } }),
  frame({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
  frame({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello " } }),
];
const END = [
  frame({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "to you" } }),
  frame({ type: "content_block_stop", index: 0 }),
  frame({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 4 } }),
  frame({ type: "message_stop" }),
];
const OVERLOADED = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };

const SITUATIONS: readonly Situation[] = [
  {
    name: "break",
    answers: [{ chunks: [...START, ...END] }],
    run: (client) => typesOf(client, "content_block_delta", () => false),
  },
  {
    name: "abort of a stream",
    answers: [{ chunks: START, after: "hang" }],
    run: (client) => typesOf(client, "content_block_delta", (stream) => (stream.controller.abort(), true)),
  },
  {
    name: "abort before the answer",
    answers: [{ isSilent: true }],
    run: ({ messages }) => {
      const controller = new AbortController();
      const call = messages.create(REQUEST, { signal: controller.signal });
      controller.abort();
      return call;
    },
  },
  {
    name: "timeout",
    answers: [{ isSilent: true }],
    run: ({ messages }) => messages.create(REQUEST, { timeout: 1_000 }),
  },
  {
    name: "retry",
    answers: [{ status: 529, headers: { "retry-after-ms": "1" }, body: OVERLOADED }, { body: MESSAGE }],
    run: ({ messages }) => messages.create(REQUEST, { maxRetries: 1 }),
  },
  {
    name: "betas",
    answers: [{ body: MESSAGE }],
    run: ({ beta }) => beta.messages.create({ ...REQUEST, betas: ["output-128k-2025-02-19", "context-1m-2025-08-07"] }),
  },
  {
    name: "refusal of the request",
    answers: [{ status: 400, body: { type: "error", error: { type: "invalid_request_error", message: "No model" } } }],
    run: ({ messages }) => messages.create(REQUEST),
  },
  { name: "cut stream", answers: [{ chunks: START, after: "cut" }], run: (client) => typesOf(client) },
  { name: "error in a stream", answers: [{ chunks: [...START, frame(OVERLOADED)] }], run: (client) => typesOf(client) },
  {
    name: "unread answer",
    answers: [{ body: MESSAGE }],
    run: async ({ messages }) => (await messages.create(REQUEST).asResponse()).status,
  },
  {
    name: "unread stream",
    answers: [{ chunks: [...START, ...END] }],
    run: async ({ messages }) => typeof (await messages.create(STREAMED)),
  },
];

const [format = "esm", isPreloaded] = process.argv.slice(2);
const preload = isPreloaded === "preloaded" ? await import("./preload.ts") : undefined;
const { Anthropic } = await loadAnthropic(format);
const standIn = await StandIn.start();
const client = new Anthropic({ baseURL: standIn.url, apiKey: "none", maxRetries: 0 });

const outcomes: Outcome[] = [];
for (const { name, answers, run } of SITUATIONS) {
  standIn.answer(...answers);
  const seen = await run(client).catch(describeError);
  outcomes.push({ name, seen, requests: standIn.requests.length, spans: await recorded() });
}
standIn.stop();
process.stdout.write(JSON.stringify(outcomes));

/**
 * Returns the recorded calls. A call whose answer nobody reads is recorded when its answer is collected. The package leaves its
 * own span of such a call open.
 */
async function recorded(): Promise<SpanDescription[]> {
  if (preload === undefined) return [];
  const { ended } = preload.spans;
  const own = (): ReadableSpan[] => ended.filter(({ instrumentationScope }) => instrumentationScope.name === "svc-sdk");
  while (own().length === 0) {
    await setImmediate();
    globalThis.gc!();
  }
  const calls = own();
  ended.length = 0;
  return calls.map(preload.describeSpan);
}

/** Reads a stream, and returns the types of its events. `at` decides at an event of this type whether reading goes on. */
async function typesOf(
  { messages }: AnthropicClient,
  type?: string,
  at: (stream: MessageStream) => boolean = () => true,
): Promise<string[]> {
  const stream = (await messages.create(STREAMED)) as MessageStream;
  const types: string[] = [];
  for await (const event of stream) {
    types.push(event.type);
    if (event.type === type && !at(stream)) break;
  }
  return types;
}
