// Stand-in of the APIs of Groq, Together and Cerebras. The model that a request names says what happens.
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const USAGE = {
  prompt_tokens: 20,
  completion_tokens: 8,
  total_tokens: 28,
  prompt_tokens_details: { cached_tokens: 5 },
  completion_tokens_details: { reasoning_tokens: 3 },
  queue_time: 0.01,
};
const FUNCTION = { name: "oceans", arguments: '{"size":1}' };
const MESSAGE = {
  role: "assistant",
  content: "Pacific.",
  reasoning: "It is the largest.",
  tool_calls: [{ id: "call-1", type: "function", function: FUNCTION }],
};
const frame = { id: "chat-1", object: "chat.completion.chunk", created: 1, model: "m-answered" };
const choice = (delta, finish_reason = null) => [{ index: 0, delta, text: delta.content, finish_reason }];

/** Chunks of a streamed chat. Groq has the usage in a field of its own. */
const chunks = (isGroq) => [
  { ...frame, choices: choice({ role: "assistant", content: "" }), ...(isGroq && { x_groq: { id: "req-1" } }) },
  { ...frame, choices: choice({ content: "Paci" }) },
  { ...frame, choices: choice({ content: "fic." }) },
  { ...frame, choices: choice({}, "stop"), ...(isGroq ? { x_groq: { id: "req-1", usage: USAGE } } : { usage: USAGE }) },
];

const ANSWERS = {
  "/chat/completions": {
    ...frame,
    object: "chat.completion",
    choices: [{ index: 0, message: MESSAGE, finish_reason: "stop" }],
    usage: USAGE,
    x_groq: { id: "req-1", usage: { dram_cached_tokens: 1, sram_cached_tokens: 2 } },
  },
  "/completions": { ...frame, choices: [{ index: 0, text: "Pacific.", finish_reason: "stop" }], usage: USAGE },
  "/embeddings": {
    object: "list",
    model: "m-answered",
    data: [{ object: "embedding", index: 0, embedding: [0.5, 0.25, 0.125] }],
    usage: { prompt_tokens: 4, total_tokens: 4 },
  },
  "/images/generations": { id: "image-1", model: "m-answered", object: "list", data: [{ index: 0, b64_json: "AAAA" }] },
  "/rerank": {
    id: "rerank-1",
    object: "rerank",
    model: "m-answered",
    results: [{ index: 1, relevance_score: 0.9, document: { text: "Pacific" } }],
    usage: { prompt_tokens: 7, completion_tokens: 0, total_tokens: 7 },
  },
  "/audio/transcriptions": { text: "Pacific." },
  "/audio/translations": { text: "Pacific." },
};

/** Starts the stand-in; returns its server. */
export async function startStandIn() {
  const seen = new Set();
  const server = createServer((request, response) => void answer(request, response, seen));
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

function json(response, status, value) {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

function event(chunk) {
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

async function answer(request, response, seen) {
  response.sendDate = false;
  const path = Object.keys(ANSWERS)
    .toSorted((a, b) => b.length - a.length)
    .find((end) => request.url.endsWith(end));
  const body = await text(request);
  if (request.url.endsWith("/audio/speech")) return void response.setHeader("content-type", "audio/wav").end("RIFF");
  if (path === undefined) return void response.writeHead(404).end();
  const { model = "", stream = false } = body.startsWith("{") ? JSON.parse(body) : {};
  if (model === "never") return;
  if (model === "refused") return json(response, 400, { error: { message: "no such model", type: "invalid" } });
  if (model === "retried" && !seen.delete(request.url)) {
    seen.add(request.url);
    response.setHeader("retry-after-ms", "1");
    return json(response, 503, { error: { message: "busy" } });
  }
  if (!stream) return json(response, 200, ANSWERS[path]);
  response.writeHead(200, { "content-type": "text/event-stream" });
  const [first, second, ...rest] = chunks(request.url.includes("/openai/v1/"));
  response.write(event(first) + event(second));
  if (model === "endless") return;
  if (model === "broken") return void setImmediate(() => response.destroy());
  const last = model === "failing" ? [{ error: { message: "overloaded", type: "server_error" } }] : rest;
  response.end(`${last.map(event).join("")}data: [DONE]\n\n`);
}
