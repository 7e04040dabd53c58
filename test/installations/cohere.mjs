// Makes calls with cohere-ai against a stand-in, and prints what the application sees.
import { readFileSync } from "node:fs";
import { all, play, some } from "./provider-program.mjs";

const TOOLS = JSON.parse(readFileSync(new URL("../fixtures/cohere/tool-calls-stream.json", import.meta.url), "utf8"));
const MODEL = "command-a-03-2025";
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex").toString("base64");
const IMAGE = `data:image/png;base64,${PNG}`;

const counts = (input_tokens, output_tokens) => ({
  billed_units: { input_tokens, output_tokens },
  tokens: { input_tokens: input_tokens + 100, output_tokens },
});
const event = (type, more = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
const text = (piece) => event("content-delta", { index: 0, delta: { message: { content: { text: piece } } } });
const START = event("message-start", { id: "s1", delta: { message: { role: "assistant", content: [] } } });
const END = event("message-end", { delta: { finish_reason: "COMPLETE", usage: counts(3, 2) } });
const line = (event_type, more = {}) => `${JSON.stringify({ event_type, ...more })}\n`;
const lines = { type: "application/stream+json" };

/** Answers by name: a recording, and answers written in the form of the API's documentation. */
const ANSWERS = {
  recorded: TOOLS.response,
  ok: {
    body: {
      id: "c1",
      finish_reason: "COMPLETE",
      message: { role: "assistant", content: [{ type: "text", text: "Hi" }] },
      usage: { ...counts(3, 1), cached_tokens: 2 },
    },
  },
  thinking: {
    chunks: [
      START,
      event("content-start", { index: 0, delta: { message: { content: { type: "thinking", thinking: "" } } } }),
      event("content-delta", { index: 0, delta: { message: { content: { thinking: "Let me " } } } }),
      event("content-delta", { index: 0, delta: { message: { content: { thinking: "see" } } } }),
      event("content-end", { index: 0 }),
      event("content-start", { index: 1, delta: { message: { content: { type: "text", text: "" } } } }),
      event("content-delta", { index: 1, delta: { message: { content: { text: "So" } } } }),
      event("citation-start", {
        index: 0,
        delta: { message: { citations: { start: 0, end: 2, text: "So", sources: [{ type: "document", id: "d1" }] } } },
      }),
      event("citation-end", { index: 0 }),
      event("content-end", { index: 1 }),
      END,
    ],
  },
  embed: {
    body: {
      id: "e1",
      texts: ["a", "b"],
      embeddings: {
        float: [
          [0.1, 0.2, 0.3],
          [0.4, 0.5, 0.6],
        ],
      },
      meta: { api_version: { version: "2" }, billed_units: { input_tokens: 2 } },
      response_type: "embeddings_by_type",
    },
  },
  "embed-1": {
    body: {
      id: "e2",
      texts: ["a"],
      embeddings: [[0.1, 0.2]],
      meta: { api_version: { version: "1" }, billed_units: { input_tokens: 1 } },
      response_type: "embeddings_floats",
    },
  },
  rerank: {
    body: {
      id: "r1",
      results: [
        { index: 1, relevance_score: 0.9 },
        { index: 0, relevance_score: 0.1 },
      ],
      meta: { api_version: { version: "2" }, billed_units: { search_units: 1 } },
    },
  },
  "chat-1": {
    body: {
      response_id: "r2",
      generation_id: "g2",
      text: "Hi",
      finish_reason: "COMPLETE",
      tool_calls: [{ name: "add", parameters: { a: 1 } }],
      meta: { ...counts(5, 6) },
    },
  },
  "stream-1": {
    ...lines,
    chunks: [
      line("stream-start", { generation_id: "g3", is_finished: false }),
      line("text-generation", { text: "Hel", is_finished: false }),
      line("text-generation", { text: "lo", is_finished: false }),
      line("stream-end", {
        is_finished: true,
        finish_reason: "COMPLETE",
        response: { response_id: "r3", generation_id: "g3", text: "Hello", meta: counts(7, 8) },
      }),
    ],
  },
  generate: {
    body: {
      id: "t1",
      prompt: "Say",
      generations: [{ id: "x", text: "Hi", finish_reason: "COMPLETE" }],
      meta: counts(1, 1),
    },
  },
  limit: { status: 429, body: { message: "Slow down" } },
  pieces: { chunks: [START, ...["Hel", "lo ", "you"].map((piece) => text(piece))], hangs: true },
  whole: {
    chunks: [
      START,
      event("content-start", { index: 0, delta: { message: { content: { type: "text", text: "Hi" } } } }),
      text("!"),
      END,
    ],
  },
  torn: { chunks: [START, text("Hel")], tears: true },
  failing: {
    chunks: [
      START,
      text("Hel"),
      event("message-end", { delta: { finish_reason: "ERROR", error: "The model failed" } }),
    ],
  },
  late: { hangs: true },
};

const ask = { model: MODEL, messages: [{ role: "user", content: "Hello" }] };
const AT_ONCE = { maxRetries: 0 };
const V1 = { version: 1 };

/** Calls of every kind, and calls that end in unusual ways. */
const calls = {
  recorded: async (client) => {
    const { model, messages, tools } = TOOLS.request.body;
    return all(await client().chatStream({ model, messages, tools }));
  },
  chat: (client) =>
    client("ok").chat({ ...ask, temperature: 0.5, p: 0.9, k: 4, maxTokens: 9, seed: 7, stopSequences: ["secret"] }),
  image: (client) =>
    client("ok").chat({
      model: MODEL,
      messages: [{ role: "user", content: [{ type: "image_url", imageUrl: { url: IMAGE } }] }],
    }),
  thinking: async (client) => all(await client().chatStream(ask)),
  embed: (client) =>
    client().embed({ model: "embed-v4.0", texts: ["a", "b"], inputType: "search_query", embeddingTypes: ["float"] }),
  rerank: (client) =>
    client().rerank({ model: "rerank-v3.5", query: "What is a span?", documents: ["A dog", "A span"], topN: 2 }),
  "chat-1": (client) =>
    client(undefined, V1).chat({ model: MODEL, message: "Hello", preamble: "Be short", chatHistory: [] }),
  "stream-1": async (client) => all(await client(undefined, V1).chatStream({ model: MODEL, message: "Hello" })),
  "embed-1": (client) =>
    client(undefined, V1).embed({ model: "embed-english-v3.0", texts: ["a"], inputType: "search_query" }),
  "rerank-1": (client) => client("rerank", V1).rerank({ model: "rerank-v3.5", query: "span", documents: ["A dog"] }),
  generate: (client) => client(undefined, V1).generate({ prompt: "Say" }),
  second: (client) => client("ok", V1).v2.chat(ask),
  unread: async (client) => Object.keys(await client("whole").chatStream(ask)).filter((key) => key !== "stream"),
  limit: (client) => client().chat(ask, AT_ONCE),
  retry: (client) => client("limit,ok").chat(ask, { maxRetries: 1 }),
  timeout: (client) => client("late").chat(ask, { timeoutInSeconds: 0.5, ...AT_ONCE }),
  break: async (client) => some(await client("pieces").chatStream(ask), 2),
  abort: async (client) => {
    const controller = new AbortController();
    const stream = await client("pieces").chatStream(ask, { abortSignal: controller.signal });
    const steps = stream[Symbol.asyncIterator]();
    await steps.next();
    controller.abort();
    while (!(await steps.next()).done);
  },
  torn: async (client) => all(await client().chatStream(ask)),
  failing: async (client) => all(await client().chatStream(ask)),
  raw: async (client) => {
    const promise = client("ok").chat(ask);
    if (promise.withRawResponse === undefined) return (await promise).id;
    const { data } = await promise.withRawResponse();
    return [promise.constructor.name, Object.keys(promise), data.id, (await promise).id];
  },
  unhandled: async (client) => {
    const reasons = [];
    process.once("unhandledRejection", (reason) => reasons.push(reason.statusCode));
    client("limit").chat(ask, AT_ONCE);
    await new Promise((resolve) => void process.once("unhandledRejection", () => setImmediate(resolve)));
    return reasons;
  },
};

/** Makes all calls and prints their results by name, and the requests. */
export async function converse({ CohereClient, CohereClientV2 }) {
  const clientOf = (environment, token, { version, ...options }) =>
    new (version === 1 ? CohereClient : CohereClientV2)({ environment, token, ...options });
  await play({ answers: ANSWERS, calls, clientOf });
}
