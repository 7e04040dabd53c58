import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Fields of a chat completion's request that are read. */
interface ChatRequest {
  model: string;
  messages: { role: string; content: unknown }[];
  stream?: boolean;
  tools?: { function: { name: string } }[];
}

/** Answer of a model: a text or tool calls. */
interface Answer {
  content: string | null;
  tool_calls?: { id: string; type: "function"; function: { name: string; arguments: string } }[];
  finish_reason: string;
}

/** Answers of the stand-in's models, by the model's name. */
const MODELS: Readonly<Record<string, (request: ChatRequest, asked: string) => Answer>> = {
  echo: (_request, asked) => text(`You said: ${asked}`),
  /** Calls every offered tool once, in parallel, then reports the results. */
  helper: ({ messages, tools = [] }, asked) => {
    const given = messages.filter(({ role }) => role === "tool");
    if (given.length > 0) return text(`It is ${given.map(({ content }) => String(content)).join(" and ")}.`);
    return calls(tools.map(({ function: { name } }) => [name, { city: asked }]));
  },
  /** Fills in the first offered tool, or answers as JSON. */
  clerk: ({ tools = [] }) => {
    const person = { name: "Ada", age: 36 };
    return tools[0] ? calls([[tools[0].function.name, person]]) : text(JSON.stringify(person));
  },
  /** Reasons, with a prompt that was cached before. */
  thinker: () => text("42"),
};

const USAGE = {
  prompt_tokens: 30,
  completion_tokens: 12,
  total_tokens: 42,
  prompt_tokens_details: { cached_tokens: 8, cache_write_tokens: 4 },
  completion_tokens_details: { reasoning_tokens: 5 },
};
const PLAIN_USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

/** Stand-in of OpenAI's API that answers by rules, in any order and at any pace of requests. */
export class LangChainStandIn {
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #failures = new Map<string, number>();
  /** Number of requests so far. */
  requests = 0;

  static async start(): Promise<LangChainStandIn> {
    const standIn = new LangChainStandIn();
    standIn.#server.listen(0, "127.0.0.1");
    await once(standIn.#server, "listening");
    return standIn;
  }

  /** Returns a base address; each name has its own count of the failures of `unsteady`. */
  url(name: string): string {
    const { port } = this.#server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/${name}/v1`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests++;
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const asked = JSON.parse(body) as ChatRequest;
    if (request.url?.endsWith("/embeddings")) sendJson(response, 200, embeddings());
    else if (asked.model === "broken") sendJson(response, 400, failure("The request makes no sense"));
    else if (asked.model === "unsteady" && this.#failsNow(request.url)) sendJson(response, 500, failure("Try again"));
    else if (asked.model === "endless") streamWithoutEnd(response);
    else sendAnswer(response, asked);
  }

  /** Returns true for the first request at each address. */
  #failsNow(url = ""): boolean {
    const count = this.#failures.get(url) ?? 0;
    this.#failures.set(url, count + 1);
    return count === 0;
  }
}

function text(content: string): Answer {
  return { content, finish_reason: "stop" };
}

function calls(tools: (readonly [name: string, args: unknown])[]): Answer {
  return {
    content: null,
    tool_calls: tools.map(([name, args], index) => ({
      id: `call_${index}`,
      type: "function",
      function: { name, arguments: JSON.stringify(args) },
    })),
    finish_reason: "tool_calls",
  };
}

function failure(message: string): unknown {
  return { error: { message, type: "invalid_request_error", code: null, param: null } };
}

function embeddings(): unknown {
  const data = [{ object: "embedding", index: 0, embedding: [0.1, 0.2] }];
  return { object: "list", data, model: "embedder-1", usage: { prompt_tokens: 4, total_tokens: 4 } };
}

function sendAnswer(response: ServerResponse, request: ChatRequest): void {
  const asked = request.messages.findLast(({ role }) => role === "user")?.content;
  const respond = MODELS[request.model] ?? MODELS["echo"]!;
  const { finish_reason, ...message } = respond(request, String(asked));
  const usage = request.model === "thinker" ? USAGE : PLAIN_USAGE;
  const frame = { id: `chatcmpl-${request.model}-${request.messages.length}`, created: 1, model: `${request.model}-1` };
  if (request.stream) {
    const delta = message.tool_calls
      ? { tool_calls: message.tool_calls.map((call, index) => ({ index, ...call })) }
      : undefined;
    const pieces = delta ? [delta] : (message.content ?? "").split(/(?<= )/).map((content) => ({ content }));
    const deltas = [{ role: "assistant", content: "" }, ...pieces];
    sendFrames(response, frame, [
      ...deltas.map((piece) => ({ choices: [{ index: 0, delta: piece, finish_reason: null }] })),
      { choices: [{ index: 0, delta: {}, finish_reason }] },
      { choices: [], usage },
    ]);
  } else {
    const choices = [{ index: 0, message: { role: "assistant", refusal: null, ...message }, finish_reason }];
    sendJson(response, 200, { ...frame, object: "chat.completion", choices, usage });
  }
}

function sendFrames(response: ServerResponse, frame: object, contents: readonly object[]): void {
  openStream(response);
  for (const content of contents) sendFrame(response, { object: "chat.completion.chunk", ...frame, ...content });
  response.end("data: [DONE]\n\n");
}

/** Sends chunks until the client disconnects. */
function streamWithoutEnd(response: ServerResponse): void {
  openStream(response);
  const frame = { object: "chat.completion.chunk", id: "chatcmpl-endless", created: 1, model: "endless-1" };
  const say = (content: string): void =>
    sendFrame(response, { ...frame, choices: [{ index: 0, delta: { content }, finish_reason: null }] });
  for (const content of ["And ", "so ", "on "]) say(content);
  const going = setInterval(say, 20, "and on ");
  response.once("close", () => clearInterval(going));
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
}

function sendFrame(response: ServerResponse, frame: object): void {
  response.write(`data: ${JSON.stringify(frame)}\n\n`);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
