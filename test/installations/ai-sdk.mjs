// Makes calls with the AI SDK against a stand-in for OpenAI's API, and prints what the application sees.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { callsOf, PNG } from "./ai-sdk-calls.mjs";
import { nextMillisecond } from "./next-millisecond.mjs";

const FIXTURES = new URL("../fixtures/ai-sdk/", import.meta.url);

const recorded = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, FIXTURES), "utf8")).response;

/** Answers by the path of the client: recordings, and answers in the documented form that are written for these tests. */
const ANSWERS = {
  tools: [recorded("agent-tools"), said("8")],
  nested: [recorded("agent-nested.1"), recorded("agent-nested.2"), said("It is 4.")],
  cache: [withCache(recorded("openai-cache"))],
  stream: [recorded("stream-text")],
  unfinished: [{ ...recorded("stream-text"), hangs: true, chunks: recorded("stream-text").chunks.slice(0, 12) }],
  torn: [{ ...recorded("stream-text"), tears: true, chunks: recorded("stream-text").chunks.slice(0, 12) }],
  refused: [
    { status: 400, body: { error: { message: "no such model", type: "invalid_request_error", code: "model" } } },
  ],
  busy: [{ status: 500, body: { error: { message: "busy", type: "server_error" } } }, said("At last.")],
  object: [said('{"city":"Paris"}')],
  text: [said("Fine.")],
  embeddings: [
    (body) => ({
      body: {
        object: "list",
        model: body.model,
        data: [body.input].flat().map((_, index) => ({ object: "embedding", index, embedding: [0.5, index] })),
        usage: { prompt_tokens: 4, total_tokens: 4 },
      },
    }),
  ],
  decide: [
    {
      body: {
        id: "dec_1",
        object: "decision",
        model: "gpt-6-luna",
        usage: { input_tokens: 100, output_tokens: 20, total_tokens: 120 },
        answers: [{ type: "predicate", name: "refund", probability: 0.9 }],
      },
    },
  ],
  streamedTool: [streamedCall(), streamedText("It is 8.")],
  streamedObject: [streamedText('{"city":"Paris"}')],
  image: [
    {
      body: {
        created: 1,
        data: [{ b64_json: PNG.toString("base64") }],
        usage: { input_tokens: 5, output_tokens: 7, total_tokens: 12 },
      },
    },
  ],
  speech: [{ bytes: Buffer.from("ID3 a sound") }],
  transcription: [{ body: { text: "A cat." } }],
  search: [
    {
      body: {
        ...said("Found it.").body,
        output: [
          { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "cats" } },
          ...said("Found it.").body.output,
        ],
      },
    },
  ],
};

function said(text) {
  const content = [{ type: "output_text", text, annotations: [] }];
  return {
    body: {
      id: "resp_1",
      object: "response",
      created_at: 1775734997,
      status: "completed",
      model: "gpt-4o-mini-2024-07-18",
      output: [{ id: "msg_1", type: "message", status: "completed", role: "assistant", content }],
      incomplete_details: null,
      usage: {
        input_tokens: 30,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 3,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 33,
      },
    },
  };
}

function withCache({ body, ...response }) {
  const usage = { ...body.usage, input_tokens_details: { cached_tokens: 128 } };
  return { ...response, body: { ...body, usage: { ...usage, output_tokens_details: { reasoning_tokens: 4 } } } };
}

/** Events of a streamed answer. */
function streamedEvents(events) {
  const response = { id: "resp_1", object: "response", created_at: 1775734997, model: "gpt-4o-mini-2024-07-18" };
  const usage = {
    input_tokens: 30,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 3,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 33,
  };
  const all = [
    { type: "response.created", response: { ...response, status: "in_progress" } },
    ...events,
    { type: "response.completed", response: { ...response, status: "completed", output: [], usage } },
  ];
  return { chunks: all.map((event) => `data: ${JSON.stringify(event)}\n\n`) };
}

function streamedText(text) {
  const item = { id: "msg_1", type: "message", status: "in_progress", role: "assistant", content: [] };
  return streamedEvents([
    { type: "response.output_item.added", output_index: 0, item },
    { type: "response.output_text.delta", item_id: "msg_1", output_index: 0, content_index: 0, delta: text },
    { type: "response.output_item.done", output_index: 0, item: { ...item, status: "completed" } },
  ]);
}

function streamedCall() {
  const item = {
    id: "fc_1",
    type: "function_call",
    status: "completed",
    call_id: "call_1",
    name: "calculate",
    arguments: "",
  };
  const done = { ...item, arguments: '{"operation":"add","a":5,"b":3}' };
  return streamedEvents([
    { type: "response.output_item.added", output_index: 0, item },
    { type: "response.function_call_arguments.delta", item_id: "fc_1", output_index: 0, delta: done.arguments },
    { type: "response.output_item.done", output_index: 0, item: done },
  ]);
}

/** Makes the calls of this major version, and prints their results by name, and the requests. */
export async function converse(ai, createOpenAI, major) {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const requests = [];
  const server = createServer((request, response) => void answer(request, response, requests));
  await new Promise((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  let client = 0;
  /** Returns a provider whose requests get these answers, one after the other. */
  const openai = (answers) => createOpenAI({ apiKey: "a key", baseURL: `${url}/${answers}/${client++}` });
  const seen = {};
  for (const [name, call] of Object.entries(callsOf(ai, { major, openai, all }))) {
    await nextMillisecond();
    seen[name] = await call().then(shown, (error) => ({ class: error?.constructor?.name, message: String(error) }));
  }
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => void setImmediate(resolve, globalThis.gc?.()));
  requests.sort(([one], [other]) => one.localeCompare(other));
  console.log(JSON.stringify({ seen, requests }).replaceAll(url, "URL"));
  server.closeAllConnections();
  server.close();
}

async function all(stream) {
  const pieces = [];
  for await (const piece of stream) pieces.push(piece);
  return pieces;
}

/** Returns the result as JSON has it, without what changes from run to run. */
function shown(result) {
  return JSON.parse(
    JSON.stringify(result ?? null, (name, value) => {
      if (/^(?:timestamp|headers|performance|callId|id|responseMessages|messages)$/.test(name)) return typeof value;
      return value instanceof Error ? String(value) : value;
    }) ?? "null",
  );
}

const turns = new Map();

async function answer(request, response, requests) {
  let text = "";
  for await (const piece of request) text += piece;
  const isJson = request.headers["content-type"] === "application/json";
  const body = isJson ? JSON.parse(text) : text.length;
  requests.push([request.url, body]);
  const [, name, client] = request.url.split("/");
  const turn = turns.get(name + client) ?? 0;
  turns.set(name + client, turn + 1);
  const found = ANSWERS[name].at(Math.min(turn, ANSWERS[name].length - 1));
  const { status = 200, body: whole, bytes, chunks, hangs, tears } = typeof found === "function" ? found(body) : found;
  response.writeHead(status, { "content-type": chunks ? "text/event-stream" : "application/json" });
  if (chunks === undefined) {
    response.end(bytes ?? JSON.stringify(whole));
    return;
  }
  response.flushHeaders();
  for (const piece of chunks) await new Promise((resolve) => void response.write(piece, resolve));
  if (tears) response.destroy();
  else if (!hangs) response.end();
}
