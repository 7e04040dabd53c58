import { ANSWER, events, json, type Body } from "../providers/provider-package.ts";

/** Number of pieces of a streamed answer. */
export const PIECES = 50;

/** Model of all requests. */
export const MODEL = "gpt-4o-mini";

/** Name of the tool that the model asks for where a request offers one. */
export const TOOL = "population";

const ARGUMENTS = JSON.stringify({ city: "Reykjavik", country: "Iceland" });

const usage = {
  input_tokens: 120,
  input_tokens_details: { cached_tokens: 64 },
  output_tokens: 50,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 170,
};

const response = { id: "resp_bench", object: "response", created_at: 1_780_000_000, model: `${MODEL}-2024-07-18` };
const message = { id: "msg_bench", type: "message", role: "assistant" };
const toolCall = { id: "fc_bench", type: "function_call", call_id: "call_bench", name: TOOL, arguments: ARGUMENTS };

const answered = (item: object): Body =>
  json({
    ...response,
    status: "completed",
    incomplete_details: null,
    output: [{ status: "completed", ...item }],
    usage,
  });

const said = answered({ ...message, content: [{ type: "output_text", text: ANSWER, annotations: [] }] });
const asked = answered(toolCall);

const words = Array.from({ length: PIECES }, (_, index) => ` word${index}`);
const whole = {
  ...message,
  status: "completed",
  content: [{ type: "output_text", text: words.join(""), annotations: [] }],
};
const streamed = events([
  { type: "response.created", response: { ...response, status: "in_progress", output: [], usage: null } },
  {
    type: "response.output_item.added",
    output_index: 0,
    item: { ...message, status: "in_progress", content: [] },
  },
  ...words.map((delta) => ({
    type: "response.output_text.delta",
    item_id: message.id,
    output_index: 0,
    content_index: 0,
    delta,
  })),
  { type: "response.output_item.done", output_index: 0, item: whole },
  { type: "response.completed", response: { ...response, status: "completed", output: [whole], usage } },
]);

const chat = { id: "chatcmpl-bench", created: 1_780_000_000, model: response.model };
const chatUsage = { prompt_tokens: 120, completion_tokens: 50, total_tokens: 170 };

const completion = json({
  ...chat,
  object: "chat.completion",
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: ANSWER } }],
  usage: chatUsage,
});

const toolCompletion = json({
  ...chat,
  object: "chat.completion",
  choices: [
    {
      index: 0,
      finish_reason: "tool_calls",
      message: {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "call_bench", type: "function", function: { name: TOOL, arguments: ARGUMENTS } }],
      },
    },
  ],
  usage: chatUsage,
});

const chunk = (delta: object, finishReason: string | null = null): object => ({
  ...chat,
  object: "chat.completion.chunk",
  choices: [{ index: 0, delta, finish_reason: finishReason }],
});

const streamedCompletion = events(
  [
    chunk({ role: "assistant", content: "" }),
    ...words.map((content) => chunk({ content })),
    chunk({}, "stop"),
    { ...chat, object: "chat.completion.chunk", choices: [], usage: chatUsage },
  ],
  "data: [DONE]\n\n",
);

const embedding = Array.from({ length: 64 }, (_, index) => Math.sin(index + 1));
const embedded = json({
  object: "list",
  model: "text-embedding-3-small",
  data: [{ object: "embedding", index: 0, embedding }],
  usage: { prompt_tokens: 12, total_tokens: 12 },
});

/** Answers of an API: to a question, to one that offers a tool, and streamed. */
interface Answers {
  readonly said: Body;
  readonly asked?: Body;
  readonly streamed?: Body;
  /** Mark of a request that brings the result of a tool. */
  readonly result?: string;
}

/** Answers by the ends of the addresses. */
const ANSWERS: ReadonlyArray<readonly [end: string, answers: Answers]> = [
  ["/responses", { said, asked, streamed, result: '"function_call_output"' }],
  [
    "/chat/completions",
    { said: completion, asked: toolCompletion, streamed: streamedCompletion, result: '"role":"tool"' },
  ],
  ["/embeddings", { said: embedded }],
];

/**
 * Sets a `fetch` that answers the requests to OpenAI's API, and those whose ends the further answers give. It stays within the
 * process: the cost of sockets varies between processes by more than the measured difference.
 */
export function answerRequests(more: Readonly<Record<string, object>> = {}): void {
  const others = Object.entries(more).map(([end, value]) => [end, { said: json(value) }] as const);
  const all = [...ANSWERS, ...others].map(([end, answers]) => [end, prepared(answers)] as const);
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const found = all.find(([end]) => url.endsWith(end));
    if (found === undefined) return Promise.reject(new Error(`No answer is prepared for ${url}.`));
    return Promise.resolve(found[1](typeof init?.body === "string" ? init.body : ""));
  };
}

/** Returns the function that answers a request's body. */
function prepared({ said: text, asked: call, streamed: stream, result = "" }: Answers): (body: string) => Response {
  const [ofText, ofCall, ofStream] = [text, call, stream].map((body) => body && responder(body));
  return (body) => {
    if (ofStream && body.includes('"stream":true')) return ofStream();
    const asksForTool = ofCall && body.includes(`"name":"${TOOL}"`) && !body.includes(result);
    return asksForTool ? ofCall() : ofText!();
  };
}

function responder({ type, text }: Body): () => Response {
  const bytes = Buffer.from(text);
  return () => new Response(bytes, { headers: { "content-type": type } });
}
