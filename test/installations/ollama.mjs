// Makes calls with ollama against a stand-in, and prints what the application sees.
import { readFileSync } from "node:fs";
import { all, play, some } from "./provider-program.mjs";

const RECORDED = JSON.parse(readFileSync(new URL("../fixtures/ollama/tool-result.json", import.meta.url), "utf8"));
const MODEL = "qwen3";
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex");

const END = {
  done: true,
  done_reason: "stop",
  total_duration: 4_000_000,
  load_duration: 1_000_000,
  prompt_eval_count: 11,
  prompt_eval_duration: 1_000_000,
  eval_count: 7,
  eval_duration: 2_000_000,
};
const part = (fields, end = { done: false }) => ({
  model: MODEL,
  created_at: "2026-01-01T00:00:00Z",
  ...fields,
  ...end,
});
const says = (message, end) => part({ message: { role: "assistant", content: "", ...message } }, end);
const lines = (parts, more = {}) => ({
  type: "application/x-ndjson",
  chunks: parts.map((one) => `${JSON.stringify(one)}\n`),
  ...more,
});

/** Answers by name: a recording, and answers written in the form of the API's documentation. */
const ANSWERS = {
  recorded: RECORDED.response,
  ok: { body: says({ content: "Hi" }, END) },
  stream: lines([
    says({ thinking: "Let me " }),
    says({ thinking: "see" }),
    says({ content: "So" }),
    says({ tool_calls: [{ function: { name: "add", arguments: { a: 1 } } }] }),
    says({}, END),
  ]),
  generate: { body: part({ response: "return a + b", context: [1, 2] }, END) },
  "generate-stream": lines([part({ response: "Hel" }), part({ response: "lo" }), part({ response: "" }, END)]),
  embed: {
    body: {
      model: "nomic",
      embeddings: [
        [1, 2, 3],
        [4, 5, 6],
      ],
      total_duration: 1_000_000,
      prompt_eval_count: 5,
    },
  },
  embeddings: { body: { embedding: [1, 2] } },
  missing: { status: 404, body: { error: "model 'x' not found" } },
  pieces: lines(
    ["Hel", "lo ", "you"].map((content) => says({ content })),
    { hangs: true },
  ),
  whole: lines([says({ content: "Hi" }), says({ content: "!" }, END)]),
  torn: lines([says({ content: "Hel" })], { tears: true }),
  failing: lines([says({ content: "Hel" }), { error: "broken" }]),
  busy: { status: 503, body: { error: "busy" } },
  late: { hangs: true },
};

const ask = { model: MODEL, messages: [{ role: "user", content: "Hello" }] };
const copy = (value) => JSON.parse(JSON.stringify(value));

/** Calls of every kind, and calls that end in unusual ways. */
const calls = {
  recorded: (client) => client().chat(copy(RECORDED.request.body)),
  chat: (client) =>
    client("ok").chat({
      ...ask,
      format: "json",
      think: "high",
      options: { temperature: 0.5, top_p: 0.9, top_k: 4, num_predict: 9, seed: 7, stop: ["secret"] },
    }),
  image: (client) =>
    client("ok").chat({
      model: "llava",
      messages: [{ role: "user", content: "What is it?", images: [new Uint8Array(PNG)] }],
    }),
  stream: async (client) =>
    all(
      await client().chat({
        ...ask,
        stream: true,
        tools: [{ type: "function", function: { name: "add", parameters: { type: "object" } } }],
      }),
    ),
  generate: (client) => client().generate({ model: "codellama", prompt: "def add(a, b):", suffix: "add(1, 2)" }),
  "generate-image": (client) =>
    client("generate").generate({ model: "llava", prompt: "What is it?", images: [PNG.toString("base64")] }),
  "generate-stream": async (client) => all(await client().generate({ model: MODEL, prompt: "Say", stream: true })),
  embed: (client) => client().embed({ model: "nomic", input: ["a", "b"] }),
  embeddings: (client) => client().embeddings({ model: "nomic", prompt: "a" }),
  unread: async (client) => Object.keys(await client("whole").chat({ ...ask, stream: true })),
  missing: (client) => client().chat(ask),
  break: async (client) => some(await client("pieces").chat({ ...ask, stream: true }), 2),
  abort: async (client) => {
    const stream = await client("pieces").chat({ ...ask, stream: true });
    const steps = stream[Symbol.asyncIterator]();
    await steps.next();
    stream.abort();
    while (!(await steps.next()).done);
  },
  "abort-all": async (client) => {
    const ollama = client("pieces");
    const stream = await ollama.chat({ ...ask, stream: true });
    const steps = stream[Symbol.asyncIterator]();
    await steps.next();
    ollama.abort();
    while (!(await steps.next()).done);
  },
  torn: async (client) => all(await client().chat({ ...ask, stream: true })),
  failing: async (client) => all(await client().chat({ ...ask, stream: true })),
  // The package has no limits of time and no retries: an application brings them with its own `fetch`.
  timeout: (client) => client("late", { fetch: untilTimeout }).chat(ask),
  retry: (client) => client("busy,ok", { fetch: twice }).chat(ask),
};

const untilTimeout = (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(100) });

async function twice(url, init) {
  const response = await fetch(url, init);
  return response.ok ? response : fetch(url, init);
}

/** Makes all calls and prints their results by name, and the requests. */
export async function converse({ Ollama, default: standard }) {
  const clientOf = (host, names, options) =>
    new Ollama({ host, headers: { authorization: `Bearer ${names}` }, ...options });
  const isClient = standard instanceof Ollama || standard?.default instanceof Ollama;
  await play({ answers: ANSWERS, calls: { ...calls, standard: () => isClient }, clientOf });
}
