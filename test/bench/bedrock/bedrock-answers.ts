import { Readable } from "node:stream";
import { chunkFrame, eventFrame } from "../../integration/bedrock/event-frames.ts";

/** Kinds of calls that are measured. `invoke` is a model of Anthropic. */
export type Scenario = "converse" | "converseStream" | "invoke" | "invokeStream";

/** Text pieces of a streamed answer. */
const PIECES = 50;

const TEXT = "The Pacific is the largest ocean. ".repeat(11);
const USAGE = {
  inputTokens: 56,
  outputTokens: 50,
  totalTokens: 170,
  cacheReadInputTokens: 64,
  cacheWriteInputTokens: 0,
};
const ANTHROPIC_USAGE = {
  input_tokens: 56,
  output_tokens: 50,
  cache_read_input_tokens: 64,
  cache_creation_input_tokens: 0,
};
const MESSAGE = { id: "msg_bench", type: "message", role: "assistant", model: "claude-sonnet-4-20250514" };

const words = (deltaOf: (text: string) => unknown): unknown[] =>
  Array.from({ length: PIECES }, (_, index) => deltaOf(` word${index}`));

/** Response of Bedrock: headers and the bytes of the body. */
interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

function json(body: unknown, headers = {}): Answer {
  return { headers: { "content-type": "application/json", ...headers }, bytes: Buffer.from(JSON.stringify(body)) };
}

function events(frames: readonly string[]): Answer {
  return {
    headers: { "content-type": "application/vnd.amazon.eventstream" },
    bytes: Buffer.concat(frames.map((frame) => Buffer.from(frame, "base64"))),
  };
}

const ANSWERS: Readonly<Record<Scenario, Answer>> = {
  converse: json({
    metrics: { latencyMs: 840 },
    output: { message: { role: "assistant", content: [{ text: TEXT }] } },
    stopReason: "end_turn",
    usage: USAGE,
  }),
  converseStream: events([
    eventFrame("messageStart", { role: "assistant" }),
    ...words((text) => ({ contentBlockIndex: 0, delta: { text } })).map((event) =>
      eventFrame("contentBlockDelta", event),
    ),
    eventFrame("contentBlockStop", { contentBlockIndex: 0 }),
    eventFrame("messageStop", { stopReason: "end_turn" }),
    eventFrame("metadata", { usage: USAGE, metrics: { latencyMs: 840 } }),
  ]),
  invoke: json(
    { ...MESSAGE, content: [{ type: "text", text: TEXT }], stop_reason: "end_turn", usage: ANTHROPIC_USAGE },
    { "x-amzn-bedrock-input-token-count": "56", "x-amzn-bedrock-output-token-count": "50" },
  ),
  invokeStream: events(
    [
      { type: "message_start", message: { ...MESSAGE, content: [], usage: { ...ANTHROPIC_USAGE, output_tokens: 1 } } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      ...words((text) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } })),
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 50 } },
      {
        type: "message_stop",
        "amazon-bedrock-invocationMetrics": { inputTokenCount: 56, outputTokenCount: 50, cacheReadInputTokenCount: 64 },
      },
    ].map((chunk) => chunkFrame(chunk)),
  ),
};

/** Number of events of a streamed answer. */
export const EVENTS: number = PIECES + 5;

/** Handler of a client's requests, as the SDK calls it. */
export interface RequestHandler {
  handle(): Promise<{ readonly response: unknown }>;
  destroy(): void;
}

/**
 * Returns a handler that always answers with the same prepared response. It stays within the process: the cost of sockets varies
 * between processes by more than the measured difference.
 */
export function answering(scenario: Scenario): RequestHandler {
  const { headers, bytes } = ANSWERS[scenario];
  return {
    handle: () =>
      Promise.resolve({ response: { statusCode: 200, headers: { ...headers }, body: Readable.from([bytes]) } }),
    destroy() {},
  };
}
