import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// Stand-in of the model providers: each answers the same, with the same tokens. OpenAI's calls the tools `get_weather` and `transfer_to_…`
// before, each once, and refuses a question with the words "provider fails".

/** Answer of every model. */
export const ANSWER = "Paris is the capital of France.";

const OPENAI_USAGE = {
  prompt_tokens: 100,
  completion_tokens: 50,
  total_tokens: 150,
  prompt_tokens_details: { cached_tokens: 40, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 20, audio_tokens: 0, accepted_prediction_tokens: 0 },
};

const RESPONSES_USAGE = {
  input_tokens: 100,
  output_tokens: 50,
  total_tokens: 150,
  input_tokens_details: { cached_tokens: 40 },
  output_tokens_details: { reasoning_tokens: 20 },
};

const ANTHROPIC_USAGE = {
  input_tokens: 50,
  cache_read_input_tokens: 40,
  cache_creation_input_tokens: 10,
  output_tokens: 50,
};

const GEMINI_USAGE = {
  promptTokenCount: 100,
  cachedContentTokenCount: 40,
  candidatesTokenCount: 30,
  thoughtsTokenCount: 20,
  totalTokenCount: 150,
};

type Body = Record<string, unknown>;

const message = { role: "assistant", content: ANSWER };

/** Returns the next offered tool that the conversation has not called. */
function nextTool({ tools, messages: before, input }: Body): string | undefined {
  const conversation = JSON.stringify(before ?? input);
  return ((tools ?? []) as { name?: string; function?: { name: string } }[])
    .map((tool) => tool.function?.name ?? tool.name ?? "")
    .find((name) => /^(?:get_weather$|transfer_to_)/.test(name) && !conversation.includes(`"name":"${name}"`));
}

const argumentsOf = (tool: string): string => (tool === "get_weather" ? '{"city":"Paris"}' : "{}");

function chat(body: Body, response: ServerResponse): void {
  const { model, stream } = body;
  const head = { id: "chatcmpl-1", created: 1_764_000_000, model };
  if (JSON.stringify(body).includes("provider fails")) {
    const error = { message: "Too many requests", type: "requests", code: "rate_limit_exceeded", param: null };
    response.writeHead(429, { "content-type": "application/json" }).end(JSON.stringify({ error }));
    return;
  }
  if (stream !== true) {
    const tool = nextTool(body);
    const call = { id: "call_1", type: "function", function: { name: tool, arguments: argumentsOf(tool ?? "") } };
    const choice =
      tool === undefined
        ? { message, finish_reason: "stop" }
        : { message: { role: "assistant", content: null, tool_calls: [call] }, finish_reason: "tool_calls" };
    json(response, {
      ...head,
      object: "chat.completion",
      choices: [{ index: 0, ...choice, logprobs: null }],
      usage: OPENAI_USAGE,
    });
    return;
  }
  const chunk = { ...head, object: "chat.completion.chunk" };
  events(response, [
    { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
    { ...chunk, choices: [], usage: OPENAI_USAGE },
    "[DONE]",
  ]);
}

function responses(body: Body, response: ServerResponse): void {
  const { model } = body;
  const content = [{ type: "output_text", text: ANSWER, annotations: [] }];
  const name = nextTool(body);
  const item =
    name === undefined
      ? { id: "msg_1", type: "message", role: "assistant", status: "completed", content }
      : {
          id: `fc_${name}`,
          type: "function_call",
          call_id: `call_${name}`,
          name,
          arguments: argumentsOf(name),
          status: "completed",
        };
  json(response, {
    id: "resp_1",
    object: "response",
    created_at: 1_764_000_000,
    status: "completed",
    model,
    output: [item],
    parallel_tool_calls: true,
    tool_choice: "auto",
    tools: [],
    usage: RESPONSES_USAGE,
  });
}

function embeddings({ model }: Body, response: ServerResponse): void {
  const data = [{ object: "embedding", index: 0, embedding: [0.1, 0.2, 0.3] }];
  json(response, { object: "list", data, model, usage: { prompt_tokens: 1_000, total_tokens: 1_000 } });
}

function messages({ model, stream }: Body, response: ServerResponse): void {
  const head = { id: "msg_1", type: "message", role: "assistant", model, stop_sequence: null };
  if (stream !== true) {
    const content = [{ type: "text", text: ANSWER }];
    json(response, { ...head, content, stop_reason: "end_turn", usage: ANTHROPIC_USAGE });
    return;
  }
  const list = [
    { type: "message_start", message: { ...head, content: [], stop_reason: null, usage: ANTHROPIC_USAGE } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: ANSWER } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: ANTHROPIC_USAGE },
    { type: "message_stop" },
  ];
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const one of list) response.write(`event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`);
  response.end();
}

const GEMINI_ANSWER = {
  candidates: [{ content: { role: "model", parts: [{ text: ANSWER }] }, finishReason: "STOP", index: 0 }],
  usageMetadata: GEMINI_USAGE,
  modelVersion: "gemini-2.5-flash",
  responseId: "r1",
};

function generateContent(_body: Body, response: ServerResponse): void {
  json(response, GEMINI_ANSWER);
}

function streamGenerateContent(_body: Body, response: ServerResponse): void {
  events(response, [GEMINI_ANSWER]);
}

const ROUTES: ReadonlyArray<[end: string, answer: (body: Body, response: ServerResponse) => void]> = [
  ["/chat/completions", chat],
  ["/responses", responses],
  ["/embeddings", embeddings],
  ["/messages", messages],
  [":generateContent", generateContent],
  [":streamGenerateContent", streamGenerateContent],
];

/** Starts the stand-in. Returns its address and a function that ends it. */
export async function startStandIn(): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request);
  const path = new URL(request.url ?? "/", "http://stand-in").pathname;
  const route = ROUTES.find(([end]) => path.endsWith(end));
  if (route) route[1](body, response);
  else response.writeHead(404).end();
}

async function bodyOf(request: IncomingMessage): Promise<Body> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  return text.startsWith("{") ? (JSON.parse(text) as Body) : {};
}

function json(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function events(response: ServerResponse, list: readonly unknown[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const one of list) response.write(`data: ${typeof one === "string" ? one : JSON.stringify(one)}\n\n`);
  response.end();
}
