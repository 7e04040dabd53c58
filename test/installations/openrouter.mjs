// Makes calls with @openrouter/sdk against a stand-in, and prints what the application sees.
import { all, play, some } from "./provider-program.mjs";

const MODEL = "openai/gpt-5-mini";
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex").toString("base64");
const PARAMETERS = { type: "object", properties: { maxSize: { type: "integer" } } };

const USAGE = {
  prompt_tokens: 20,
  completion_tokens: 8,
  total_tokens: 28,
  prompt_tokens_details: { cached_tokens: 5 },
  completion_tokens_details: { reasoning_tokens: 3 },
  cost: 0.25,
};
const event = (data, name) => `${name ? `event: ${name}\n` : ""}data: ${JSON.stringify(data)}\n\n`;
const DONE = "data: [DONE]\n\n";
const chunk = (delta, finish_reason = null, more = {}) =>
  event({
    id: "gen-1",
    object: "chat.completion.chunk",
    created: 1,
    model: MODEL,
    choices: [{ index: 0, delta, finish_reason }],
    ...more,
  });
const toolCall = (more) => ({ tool_calls: [{ index: 0, ...more }] });
const completion = (message) => ({
  id: "gen-1",
  object: "chat.completion",
  created: 1,
  model: MODEL,
  system_fingerprint: null,
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", ...message } }],
  usage: USAGE,
});

const OUTPUT = [
  {
    type: "message",
    id: "msg_1",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text: "The Pacific.", annotations: [] }],
  },
];
const response = (status, output, more = {}) => ({
  id: "resp_1",
  object: "response",
  created_at: 1,
  completed_at: 1,
  model: MODEL,
  status,
  output,
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: null,
  parallel_tool_calls: true,
  presence_penalty: 0,
  frequency_penalty: 0,
  temperature: 1,
  tool_choice: "auto",
  tools: [],
  top_p: 1,
  ...more,
});
const RESPONSE_USAGE = {
  input_tokens: 12,
  input_tokens_details: { cached_tokens: 2 },
  output_tokens: 4,
  output_tokens_details: { reasoning_tokens: 1 },
  total_tokens: 16,
};
const responseEvent = (type, sequence_number, more) => event({ type, sequence_number, ...more }, type);

/** Answers by name, in the form of the API's documentation. */
const ANSWERS = {
  chat: { body: completion({ content: "Pacific.", reasoning: "It is the largest." }) },
  tools: {
    chunks: [
      chunk({ role: "assistant", content: "" }),
      chunk(toolCall({ id: "t1", type: "function", function: { name: "oceans", arguments: '{"maxSize":' } })),
      chunk(toolCall({ function: { arguments: "1}" } })),
      chunk({}, "tool_calls", { usage: USAGE }),
      DONE,
    ],
  },
  respond: { body: response("completed", OUTPUT, { usage: RESPONSE_USAGE }) },
  follow: {
    chunks: [
      responseEvent("response.created", 0, { response: response("in_progress", []) }),
      responseEvent("response.output_item.added", 1, {
        output_index: 0,
        item: { type: "message", id: "msg_1", role: "assistant", status: "in_progress", content: [] },
      }),
      responseEvent("response.output_text.delta", 2, {
        item_id: "msg_1",
        output_index: 0,
        content_index: 0,
        delta: "The Pacific.",
        logprobs: [],
      }),
      responseEvent("response.completed", 3, { response: response("completed", OUTPUT, { usage: RESPONSE_USAGE }) }),
      DONE,
    ],
  },
  embed: {
    body: {
      object: "list",
      model: "openai/text-embedding-3-small",
      data: [{ object: "embedding", index: 0, embedding: [0.1, 0.2, 0.3] }],
      usage: { prompt_tokens: 4, total_tokens: 4 },
    },
  },
  rerank: {
    body: {
      id: "gen-2",
      model: "cohere/rerank-v3.5",
      results: [{ index: 1, relevance_score: 0.9, document: { text: "Pacific" } }],
      usage: { search_units: 1, total_tokens: 7 },
    },
  },
  draw: { body: { created: 1, data: [{ b64_json: PNG }] } },
  limit: { status: 429, body: { error: { code: 429, message: "Slow down" } } },
  busy: { status: 500, body: { error: { code: 500, message: "Busy" } } },
  pieces: { chunks: ["Hel", "lo ", "you"].map((content) => chunk({ role: "assistant", content })), hangs: true },
  whole: { chunks: [chunk({ role: "assistant", content: "Hi" }), chunk({}, "stop", { usage: USAGE }), DONE] },
  torn: { chunks: [chunk({ role: "assistant", content: "Hel" })], tears: true },
  failing: {
    chunks: [
      chunk({ role: "assistant", content: "Hel" }),
      chunk({ content: "" }, "error", { error: { code: 502, message: "The provider failed" } }),
    ],
  },
  late: { hangs: true },
};

const messages = [{ role: "user", content: "Name one ocean." }];
const ask = (more = {}) => ({ chatRequest: { model: MODEL, messages, ...more } });
const stream = ask({ stream: true });
const NO_RETRY = { retries: { strategy: "none" } };

/** Calls of every kind, and calls that end in unusual ways. */
const calls = {
  chat: (client) => client().chat.send(ask({ temperature: 0.5, maxCompletionTokens: 9, topP: 0.9 })),
  tools: async (client) =>
    all(
      await client().chat.send(
        ask({ stream: true, tools: [{ type: "function", function: { name: "oceans", parameters: PARAMETERS } }] }),
      ),
    ),
  image: (client) =>
    client("chat").chat.send(
      ask({
        messages: [
          { role: "user", content: [{ type: "image_url", imageUrl: { url: `data:image/png;base64,${PNG}` } }] },
        ],
      }),
    ),
  respond: (client) =>
    client().beta.responses.send({ responsesRequest: { model: MODEL, input: "Name one ocean.", maxOutputTokens: 9 } }),
  follow: async (client) =>
    all(
      await client().beta.responses.send({
        responsesRequest: { model: MODEL, input: "Name one ocean.", stream: true },
      }),
    ),
  embed: (client) =>
    client().embeddings.generate({ requestBody: { model: "openai/text-embedding-3-small", input: ["ocean"] } }),
  rerank: (client) =>
    client().rerank.rerank({
      requestBody: { model: "cohere/rerank-v3.5", query: "largest", documents: ["Arctic", "Pacific"], topN: 1 },
    }),
  limit: (client) => client().chat.send(ask(), NO_RETRY),
  retry: (client) =>
    client("busy,chat").chat.send(ask(), {
      retries: {
        strategy: "backoff",
        backoff: { initialInterval: 1, maxInterval: 2, exponent: 1, maxElapsedTime: 9000 },
      },
    }),
  timeout: (client) => client("late").chat.send(ask(), { timeoutMs: 1_000, ...NO_RETRY }),
  refused: (client) => client().chat.send({ chatRequest: { model: MODEL, messages: "Name one ocean." } }),
  break: async (client) => some(await client("pieces").chat.send(stream), 2),
  abort: async (client) => {
    const controller = new AbortController();
    const answer = await client("pieces").chat.send(stream, { signal: controller.signal });
    const steps = answer[Symbol.asyncIterator]();
    await steps.next();
    controller.abort();
    while (!(await steps.next()).done);
  },
  torn: async (client) => all(await client().chat.send(stream)),
  failing: async (client) => all(await client().chat.send(stream)),
  tee: async (client) => Promise.all((await client("whole").chat.send(stream)).tee().map(all)),
  draw: (client) =>
    client().images.generate({ imageGenerationRequest: { model: "openai/gpt-image-1", prompt: "sea" } }),
  unread: async (client) => Object.keys(await client("whole").chat.send(stream)),
};

/** Call of an object that version 0 does not have. */
const newer = {
  respondNewer: (client) =>
    client("respond").responses.send({ responsesRequest: { model: MODEL, input: "Name one ocean." } }),
};

/** Makes all calls and prints their results by name, and the requests. */
export async function converse({ OpenRouter }) {
  const clientOf = (serverURL, apiKey, options) => new OpenRouter({ serverURL, apiKey, ...options });
  const isNew = "responses" in OpenRouter.prototype;
  await play({ answers: ANSWERS, calls: { ...calls, ...(isNew && newer) }, clientOf });
}
