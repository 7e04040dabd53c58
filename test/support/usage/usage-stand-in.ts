import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { type Amounts, ANSWERS, EMBEDDED } from "./answers.ts";
import { anthropicUsage, chatUsage, converseUsage, type Fields, geminiUsage, responseUsage } from "./door.ts";

/** Server that answers in the form of each provider, with the usage of the answer whose index the question has. */
export interface UsageStandIn {
  readonly url: string;
  close(): Promise<void>;
}

/** Answer of a provider: one object, and the events of its stream. */
interface Wire {
  readonly whole: Fields;
  readonly events: readonly Fields[];
}

/** Forms of the providers, by the paths of their requests. */
const WIRES: ReadonlyArray<readonly [path: RegExp, wireOf: (model: string, amounts: Amounts) => Wire]> = [
  [/\/chat\/completions$/, chatWire],
  [/\/responses$/, responseWire],
  [/\/messages$/, messageWire],
  [/:(?:g|streamG)enerateContent/, contentWire],
  [/\/v2\/chat$/, cohereWire],
  [/\/api\/chat$/, ollamaWire],
  [/\/converse(?:-stream)?$/, converseWire],
  [/\/voyage\/(?:embeddings|rerank)$/, voyageWire],
  [/\/embeddings$/, embeddingWire],
  [/\/v2\/embed$/, cohereEmbedWire],
  [/\/api\/embed$/, ollamaEmbedWire],
];

/** Starts the server on loopback. A question contains `answer N`, with the index in {@link ANSWERS}, or the number after the last for {@link EMBEDDED}. */
export async function startUsageStandIn(): Promise<UsageStandIn> {
  const server = createServer((request, response) => void respond(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close().closeAllConnections();
      await once(server, "close");
    },
  };
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const { pathname } = new URL(request.url!, "http://stand-in");
  const answer = [...ANSWERS, EMBEDDED][Number(/answer (\d+)/.exec(body)?.[1])];
  const wireOf = WIRES.find(([path]) => path.test(pathname))?.[1];
  if (answer === undefined || wireOf === undefined) {
    response
      .writeHead(404, { "content-type": "application/json" })
      .end(JSON.stringify({ error: { message: pathname } }));
    return;
  }
  const { whole, events } = wireOf(answer.model, answer.amounts);
  const isStreamed = (JSON.parse(body) as Fields)["stream"] === true || /[:-]stream/.test(pathname);
  if (!isStreamed) {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(whole));
  } else if (pathname === "/api/chat") {
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    response.end(events.map((event) => `${JSON.stringify(event)}\n`).join(""));
  } else if (wireOf === converseWire) {
    response.writeHead(200, { "content-type": "application/vnd.amazon.eventstream" });
    response.end(Buffer.concat(events.map(eventFrame)));
  } else {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(events.map(eventText).join("") + (wireOf === chatWire ? "data: [DONE]\n\n" : ""));
  }
}

function eventText(event: Fields): string {
  const { type } = event;
  return `${typeof type === "string" ? `event: ${type}\n` : ""}data: ${JSON.stringify(event)}\n\n`;
}

/** Returns an event of Amazon's streams, whose only field has its name: lengths, headers and JSON, with their checksums. */
function eventFrame(event: Fields): Buffer {
  const [[name, fields]] = Object.entries(event) as [[string, unknown]];
  const named = { ":message-type": "event", ":event-type": name, ":content-type": "application/json" };
  const isText = 7;
  const headers = Object.entries(named).flatMap(([key, value]) => [
    Buffer.from([key.length]),
    Buffer.from(key),
    Buffer.from([isText, 0, value.length]),
    Buffer.from(value),
  ]);
  const content = Buffer.concat([...headers, Buffer.from(JSON.stringify(fields))]);
  const lengths = uint32(16 + content.length, Buffer.concat(headers).length);
  const message = Buffer.concat([lengths, uint32(crc32(lengths)), content]);
  return Buffer.concat([message, uint32(crc32(message))]);
}

function uint32(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * index);
  return bytes;
}

function chatWire(model: string, amounts: Amounts): Wire {
  const usage = chatUsage(amounts);
  const base = { id: "chatcmpl-1", created: 1_775_734_997, model };
  const chunk = { ...base, object: "chat.completion.chunk" };
  const message = { role: "assistant", content: "Hi" };
  return {
    whole: {
      ...base,
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason: "stop", logprobs: null }],
      usage,
    },
    events: [
      { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
      { ...chunk, choices: [], usage },
    ],
  };
}

function responseWire(model: string, amounts: Amounts): Wire {
  const part = { type: "output_text", text: "Hi", annotations: [] };
  const item = { id: "msg_1", type: "message", status: "completed", role: "assistant", content: [part] };
  const started = {
    id: "resp_1",
    object: "response",
    created_at: 1_775_734_997,
    status: "in_progress",
    model,
    output: [] as Fields[],
    incomplete_details: null,
  };
  const whole = { ...started, status: "completed", output: [item], usage: responseUsage(amounts) };
  const place = { item_id: "msg_1", output_index: 0, content_index: 0 };
  const events: readonly Fields[] = [
    { type: "response.created", response: started },
    { type: "response.output_item.added", output_index: 0, item: { ...item, status: "in_progress", content: [] } },
    { type: "response.content_part.added", ...place, part: { ...part, text: "" } },
    { type: "response.output_text.delta", ...place, delta: "Hi" },
    { type: "response.output_text.done", ...place, text: "Hi" },
    { type: "response.content_part.done", ...place, part },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: whole },
  ];
  return { whole, events: events.map((event, index) => Object.assign({ sequence_number: index }, event)) };
}

function messageWire(model: string, amounts: Amounts): Wire {
  const usage = anthropicUsage(amounts);
  const { output_tokens, output_tokens_details, ...start } = usage;
  const whole = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model,
    content: [{ type: "text", text: "Hi" }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage,
  };
  const message = { ...whole, content: [], stop_reason: null, usage: { ...start, output_tokens: 1 } };
  return {
    whole,
    events: [
      { type: "message_start", message },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: "end_turn", stop_sequence: null },
        usage: { output_tokens, output_tokens_details },
      },
      { type: "message_stop" },
    ],
  };
}

function contentWire(modelVersion: string, amounts: Amounts): Wire {
  const candidate = { content: { role: "model", parts: [{ text: "Hi" }] }, index: 0 };
  const whole = {
    candidates: [{ ...candidate, finishReason: "STOP" }],
    usageMetadata: geminiUsage(amounts),
    modelVersion,
    responseId: "r1",
  };
  return { whole, events: [{ candidates: [candidate], modelVersion, responseId: "r1" }, whole] };
}

function cohereWire(_model: string, { fresh, text: output }: Amounts): Wire {
  const usage = {
    billed_units: { input_tokens: fresh, output_tokens: output },
    tokens: { input_tokens: fresh + 60, output_tokens: output },
  };
  const content = { type: "text", text: "Hi" };
  return {
    whole: { id: "c1", finish_reason: "COMPLETE", message: { role: "assistant", content: [content] }, usage },
    events: [
      { type: "message-start", id: "c1", delta: { message: { role: "assistant", content: [] } } },
      { type: "content-start", index: 0, delta: { message: { content: { type: "text", text: "" } } } },
      { type: "content-delta", index: 0, delta: { message: { content: { text: "Hi" } } } },
      { type: "content-end", index: 0 },
      { type: "message-end", delta: { finish_reason: "COMPLETE", usage } },
    ],
  };
}

function ollamaWire(model: string, { fresh, text: output }: Amounts): Wire {
  const piece = {
    model,
    created_at: "2026-11-01T10:00:00Z",
    message: { role: "assistant", content: "Hi" },
    done: false,
  };
  const counts = {
    total_duration: 9,
    load_duration: 1,
    prompt_eval_count: fresh,
    eval_count: output,
    eval_duration: 5,
  };
  const end = { ...piece, done: true, done_reason: "stop", ...counts };
  return { whole: end, events: [piece, { ...end, message: { role: "assistant", content: "" } }] };
}

function converseWire(_model: string, amounts: Amounts): Wire {
  const usage = converseUsage(amounts);
  const metrics = { latencyMs: 1 };
  const message = { role: "assistant", content: [{ text: "Hi" }] };
  return {
    whole: { output: { message }, stopReason: "end_turn", usage, metrics },
    events: [
      { messageStart: { role: "assistant" } },
      { contentBlockDelta: { contentBlockIndex: 0, delta: { text: "Hi" } } },
      { contentBlockStop: { contentBlockIndex: 0 } },
      { messageStop: { stopReason: "end_turn" } },
      { metadata: { usage, metrics } },
    ],
  };
}

const VECTOR: readonly number[] = [0.5, 0.25];

function embeddingWire(model: string, { fresh }: Amounts): Wire {
  const data = [{ object: "embedding", index: 0, embedding: VECTOR }];
  const usage = { prompt_tokens: fresh, total_tokens: fresh };
  return { whole: { id: "e1", object: "list", data, model, usage }, events: [] };
}

function voyageWire(model: string, { fresh }: Amounts): Wire {
  const data = [{ object: "embedding", index: 0, embedding: VECTOR, relevance_score: 0.5 }];
  return { whole: { object: "list", data, model, usage: { total_tokens: fresh } }, events: [] };
}

function cohereEmbedWire(_model: string, { fresh }: Amounts): Wire {
  const meta = { api_version: { version: "2" }, billed_units: { input_tokens: fresh } };
  return { whole: { id: "e1", embeddings: { float: [VECTOR] }, texts: ["a text"], meta }, events: [] };
}

function ollamaEmbedWire(model: string, { fresh }: Amounts): Wire {
  const whole = { model, embeddings: [VECTOR], total_duration: 9, load_duration: 1, prompt_eval_count: fresh };
  return { whole, events: [] };
}
