/** The two endpoints whose promises, streams and helpers are tested: the same conversation in the format of each. */
import type { RecordedResponse } from "../../../support/openai/openai-recordings.ts";

/** Conversation in the format of one endpoint. */
export interface Flavour {
  readonly name: "chat" | "responses";
  /** API name without its method. */
  readonly api: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Plain answer: "Pacific." */
  readonly whole: RecordedResponse;
  /** Streamed answer of six words. */
  readonly streamed: RecordedResponse & { readonly events: string[] };
  /** Frames that the stream helper needs before the words. */
  readonly opening: readonly string[];
  /** Request fields that ask for JSON, which the answer is not. */
  readonly asksForJson: Readonly<Record<string, unknown>>;
  /** Streamed answer whose connection the server cuts. */
  readonly cut: RecordedResponse;
  /** Returns a frame of a stream with one word. */
  readonly word: (text: string) => string;
  readonly textOf: (chunk: unknown) => string;
  /** Returns true when the chunk is the last one. */
  readonly isLast: (chunk: unknown) => boolean;
}

const MODEL = "gpt-5.4-mini-2026-03-17";
const WORDS = Array.from({ length: 6 }, (_, index) => `w${index} `);
const SCHEMA = { name: "x", strict: true, schema: {} };

/** Returns a frame of server-sent events. */
export const frame = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;

/** Returns an answer to a chat with these fields of its only choice. */
export const completion = (choice: Record<string, unknown>): RecordedResponse => ({
  json: {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1780000000,
    model: MODEL,
    choices: [
      {
        index: 0,
        message: { role: "assistant", content: "Pacific.", refusal: null },
        finish_reason: "stop",
        logprobs: null,
        ...choice,
      },
    ],
    usage: { prompt_tokens: 8, completion_tokens: 2, total_tokens: 10 },
  },
});

const chatChunk = (content: string, finish_reason: string | null = null): string =>
  frame({
    id: "chatcmpl-2",
    object: "chat.completion.chunk",
    created: 1780000000,
    model: MODEL,
    choices: [{ index: 0, delta: { content }, finish_reason }],
  });

interface ChatChunk {
  choices: { delta: { content?: string }; finish_reason: string | null }[];
}

const chat: Flavour = {
  name: "chat",
  api: "chat.completions",
  params: { model: "gpt-5.4-mini", messages: [{ role: "user", content: "Name one ocean." }] },
  whole: completion({}),
  streamed: { events: [...WORDS.map((text) => chatChunk(text)), chatChunk("", "stop"), "data: [DONE]\n\n"] },
  opening: [],
  asksForJson: { response_format: { type: "json_schema", json_schema: SCHEMA } },
  cut: completion({ finish_reason: "length" }),
  word: (text) => chatChunk(text),
  textOf: (chunk) => (chunk as ChatChunk).choices[0]?.delta.content ?? "",
  isLast: (chunk) => (chunk as ChatChunk).choices[0]?.finish_reason === "stop",
};

const response = (text: string, fields: Record<string, unknown> = {}) => ({
  id: "resp_1",
  object: "response",
  created_at: 1780000000,
  status: "completed",
  error: null,
  incomplete_details: null,
  model: MODEL,
  output: [
    {
      id: "msg_1",
      type: "message",
      status: "completed",
      role: "assistant",
      content: [{ type: "output_text", text, annotations: [], logprobs: [] }],
    },
  ],
  usage: {
    input_tokens: 8,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 2,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 10,
  },
  ...fields,
});

const word = (text: string): string =>
  frame({ type: "response.output_text.delta", item_id: "msg_1", output_index: 0, content_index: 0, delta: text });

const responses: Flavour = {
  name: "responses",
  api: "responses",
  params: { model: "gpt-5.4-mini", input: "Name one ocean." },
  whole: { json: response("Pacific.") },
  streamed: {
    events: [...WORDS.map(word), frame({ type: "response.completed", response: response(WORDS.join("")) })],
  },
  opening: [
    frame({ type: "response.created", response: response("", { status: "in_progress", output: [], usage: null }) }),
    frame({
      type: "response.output_item.added",
      output_index: 0,
      item: { id: "msg_1", type: "message", status: "in_progress", role: "assistant", content: [] },
    }),
    frame({
      type: "response.content_part.added",
      item_id: "msg_1",
      output_index: 0,
      content_index: 0,
      part: { type: "output_text", text: "", annotations: [] },
    }),
  ],
  asksForJson: { text: { format: { type: "json_schema", ...SCHEMA } } },
  cut: {
    json: response("Pacific.", { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } }),
  },
  word,
  textOf: (event) => (event as { delta?: string }).delta ?? "",
  isLast: (event) => (event as { type: string }).type === "response.completed",
};

/** Both endpoints. */
export const FLAVOURS: readonly Flavour[] = [chat, responses];
