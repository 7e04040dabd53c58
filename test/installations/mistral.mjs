// Makes calls with @mistralai/mistralai against a stand-in, and prints what the application sees.
import { readdirSync, readFileSync } from "node:fs";
import { all, play, some } from "./provider-program.mjs";

const FIXTURES = new URL("../fixtures/mistral/", import.meta.url);
const MODEL = "mistral-small-latest";
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex").toString("base64");

const recorded = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, FIXTURES), "utf8"));
const RECORDED = readdirSync(FIXTURES)
  .filter((name) => name.endsWith(".json"))
  .map((name) => name.slice(0, -5));

const usage = (prompt_tokens, completion_tokens, more = {}) => ({
  prompt_tokens,
  completion_tokens,
  total_tokens: prompt_tokens + completion_tokens,
  ...more,
});
const event = (data, name) => `${name ? `event: ${name}\n` : ""}data: ${JSON.stringify(data)}\n\n`;
const DONE = "data: [DONE]\n\n";
const chunk = (delta, finish_reason = null, more = {}) =>
  event({
    id: "c1",
    object: "chat.completion.chunk",
    model: MODEL,
    choices: [{ index: 0, delta, finish_reason }],
    ...more,
  });
const message = (content, more = {}) => ({ role: "assistant", content, ...more });
const completion = (choices, counts = usage(3, 1)) => ({
  id: "c2",
  object: "chat.completion",
  created: 1,
  model: MODEL,
  choices,
  usage: counts,
});
const entry = (type, more) => event({ type, created_at: "2026-01-01T00:00:00Z", ...more }, type);

/** Answers by name: recordings, and answers written in the form of the API's documentation. */
const ANSWERS = {
  ...Object.fromEntries(RECORDED.map((name) => [name, recorded(name).response])),
  choices: {
    body: completion([
      { index: 0, message: message("a"), finish_reason: "stop" },
      {
        index: 1,
        message: message([
          { type: "text", text: "b" },
          { type: "reference", reference_ids: [1] },
        ]),
        finish_reason: "length",
      },
    ]),
  },
  tools: {
    chunks: [
      chunk({ role: "assistant", content: "" }),
      chunk({ tool_calls: [{ id: "t1", function: { name: "add", arguments: '{"a":' }, index: 0 }] }),
      chunk({ tool_calls: [{ id: "t1", function: { name: "", arguments: "1}" }, index: 0 }] }),
      chunk({ tool_calls: [{ id: "t2", function: { name: "stop", arguments: "{}" }, index: 1 }] }, "tool_calls", {
        usage: usage(20, 9, {
          prompt_tokens_details: { cached_tokens: 4 },
          completion_tokens_details: { reasoning_tokens: 5 },
        }),
      }),
      DONE,
    ],
  },
  parse: { body: completion([{ index: 0, message: message('{"name":"Ada"}'), finish_reason: "stop" }]) },
  fim: { body: completion([{ index: 0, message: message("return a + b"), finish_reason: "stop" }]) },
  embeddings: {
    body: {
      id: "e1",
      object: "list",
      model: "mistral-embed",
      data: [0, 1].map((index) => ({ object: "embedding", index, embedding: [1, 2, 3] })),
      usage: usage(8, 0),
    },
  },
  ocr: {
    body: {
      model: "mistral-ocr-latest",
      pages: [
        {
          index: 0,
          markdown: "# Title",
          images: [{ id: "i1", top_left_x: 1, top_left_y: 1, bottom_right_x: 2, bottom_right_y: 2, image_base64: PNG }],
          dimensions: { dpi: 200, height: 1, width: 1 },
        },
      ],
      usage_info: { pages_processed: 1, doc_size_bytes: 33 },
    },
  },
  moderate: {
    body: {
      id: "m1",
      model: "mistral-moderation-latest",
      results: [{ categories: { pii: true, law: false }, category_scores: { pii: 0.9, law: 0.1 } }],
    },
  },
  conversation: {
    body: {
      object: "conversation.response",
      conversation_id: "conv_1",
      outputs: [
        { type: "tool.execution", name: "web_search", arguments: '{"query":"x"}', id: "o1" },
        { type: "message.output", model: MODEL, id: "o2", content: "Found" },
      ],
      usage: usage(188, 55, { total_tokens: 7355, connector_tokens: 7112, connectors: { web_search: 1 } }),
    },
  },
  talk: {
    chunks: [
      entry("conversation.response.started", { conversation_id: "conv_2" }),
      entry("tool.execution.started", { id: "o1", name: "web_search", arguments: '{"query":' }),
      entry("tool.execution.delta", { id: "o1", name: "web_search", arguments: '"x"}' }),
      entry("tool.execution.done", { id: "o1", name: "web_search", info: {} }),
      entry("message.output.delta", { id: "o2", model: MODEL, role: "assistant", content: "Fou" }),
      entry("message.output.delta", { id: "o2", model: MODEL, role: "assistant", content: "nd" }),
      entry("function.call.delta", { id: "o3", model: MODEL, name: "add", tool_call_id: "t1", arguments: '{"a":' }),
      entry("function.call.delta", { id: "o3", model: MODEL, name: "add", tool_call_id: "t1", arguments: "1}" }),
      entry("conversation.response.done", { usage: usage(10, 5) }),
    ],
  },
  broken: {
    chunks: [
      entry("conversation.response.started", { conversation_id: "conv_3" }),
      entry("conversation.response.error", { message: "No tool", code: 3000 }),
    ],
  },
  transcribe: {
    body: {
      model: "voxtral-mini-latest",
      text: "Hello",
      language: "en",
      segments: [],
      usage: usage(4, 2, { total_tokens: 40, prompt_audio_seconds: 3 }),
    },
  },
  listen: {
    chunks: [
      event({ type: "transcription.text.delta", text: "Hel" }, "transcription.text.delta"),
      event({ type: "transcription.text.delta", text: "lo" }, "transcription.text.delta"),
      event(
        {
          type: "transcription.done",
          model: "voxtral-mini-latest",
          text: "Hello",
          language: "en",
          segments: [],
          usage: usage(4, 2),
        },
        "transcription.done",
      ),
    ],
  },
  limit: { status: 429, body: { message: "Slow down" } },
  ok: { body: completion([{ index: 0, message: message("Hi"), finish_reason: "stop" }]) },
  pieces: { chunks: ["Hel", "lo ", "you"].map((piece) => chunk({ content: piece })), hangs: true },
  whole: {
    chunks: [
      chunk({ role: "assistant", content: "Hi" }),
      chunk({ content: "!" }, "stop", { usage: usage(3, 2) }),
      DONE,
    ],
  },
  torn: { chunks: [chunk({ content: "Hel" })], tears: true },
  failing: { chunks: [chunk({ content: "Hel" }), event({ object: "error", message: "broken" })] },
  late: { hangs: true },
};

const ask = { model: MODEL, messages: [{ role: "user", content: "Hello" }] };
const inCamelCase = (request) =>
  JSON.parse(
    JSON.stringify(request).replaceAll(/"(tool_choice|top_p)":/g, (name) =>
      name.replace(/_(.)/, (_, c) => c.toUpperCase()),
    ),
  );

/** Calls of the recordings. */
const replays = Object.fromEntries(
  RECORDED.map((name) => [
    name,
    async (client) => {
      const { body, path } = recorded(name).request;
      const { stream: _stream, ...request } = inCamelCase(body);
      const { chat } = client();
      return path.endsWith("#stream") ? all(await chat.stream(request)) : chat.complete(request);
    },
  ]),
);

/** Calls of every kind, and calls that end in unusual ways. */
const situations = {
  choices: (client) =>
    client().chat.complete({ ...ask, n: 2, temperature: 0.5, maxTokens: 9, randomSeed: 7, stop: "secret" }),
  image: (client) =>
    client("ok").chat.complete({
      model: MODEL,
      messages: [{ role: "user", content: [{ type: "image_url", imageUrl: `data:image/png;base64,${PNG}` }] }],
    }),
  tools: async (client) =>
    all(
      await client().chat.stream({
        ...ask,
        tools: [{ type: "function", function: { name: "add", parameters: { type: "object" } } }],
      }),
    ),
  parse: (client, { z }) => client().chat.parse({ ...ask, responseFormat: z.object({ name: z.string() }) }),
  fim: (client) => client().fim.complete({ model: "codestral-latest", prompt: "def add(a, b):", suffix: "add(1, 2)" }),
  agent: (client) => client("ok").agents.complete({ agentId: "ag_1", messages: ask.messages }),
  embeddings: (client) => client().embeddings.create({ model: "mistral-embed", inputs: ["a", "b"] }),
  ocr: (client) =>
    client().ocr.process({
      model: "mistral-ocr-latest",
      document: { type: "image_url", imageUrl: `data:image/png;base64,${PNG}` },
      includeImageBase64: true,
    }),
  moderate: (client) => client().classifiers.moderate({ model: "mistral-moderation-latest", inputs: "My number is 5" }),
  conversation: (client) =>
    client().beta.conversations.start({ model: MODEL, inputs: "Search", completionArgs: { temperature: 0.1 } }),
  talk: async (client) => all(await client().beta.conversations.startStream({ model: MODEL, inputs: "Search" })),
  broken: async (client) =>
    all(
      await client().beta.conversations.appendStream({
        conversationId: "conv_3",
        conversationAppendStreamRequest: { inputs: "Go" },
      }),
    ),
  transcribe: (client) =>
    client().audio.transcriptions.complete({
      model: "voxtral-mini-latest",
      file: { fileName: "a.mp3", content: new Uint8Array([1, 2, 3]) },
    }),
  listen: async (client) =>
    all(
      await client().audio.transcriptions.stream({
        model: "voxtral-mini-latest",
        fileUrl: "https://example.com/a.mp3",
      }),
    ),
  limit: (client) => client().chat.complete(ask),
  retry: (client) =>
    client("limit,ok", {
      retryConfig: {
        strategy: "backoff",
        backoff: { initialInterval: 1, maxInterval: 2, exponent: 1, maxElapsedTime: 9000 },
      },
    }).chat.complete(ask),
  timeout: (client) => client("late").chat.complete(ask, { timeoutMs: 100 }),
  break: async (client) => some(await client("pieces").chat.stream(ask), 2),
  abort: async (client) => {
    const controller = new AbortController();
    const steps = (await client("pieces").chat.stream(ask, { signal: controller.signal }))[Symbol.asyncIterator]();
    await steps.next();
    controller.abort();
    while (!(await steps.next()).done);
  },
  torn: async (client) => all(await client().chat.stream(ask)),
  failing: async (client) => all(await client().chat.stream(ask)),
  refused: (client) => client().chat.complete({ model: MODEL, messages: "Hello" }),
  reader: async (client) => {
    const stream = await client("whole").chat.stream(ask);
    const reader = stream.getReader();
    const first = await reader.read();
    reader.releaseLock();
    return [first, stream.locked, await all(stream)];
  },
  tee: async (client) => {
    const stream = await client("whole").chat.stream(ask);
    const branches = stream.tee();
    return [
      stream.locked,
      stream instanceof ReadableStream,
      stream.constructor.name,
      ...(await Promise.all(branches.map(all))),
    ];
  },
  pipe: async (client) => {
    const stream = await client("whole").chat.stream(ask);
    const texts = stream.pipeThrough(
      new TransformStream({ transform: ({ data }, to) => to.enqueue(data.choices[0].delta.content) }),
    );
    return all(texts);
  },
  cancel: async (client) => {
    const stream = await client("pieces").chat.stream(ask);
    await stream.cancel();
    return (await stream.getReader().read()).done;
  },
  unread: async (client) => Object.keys(await client("whole").chat.stream(ask)),
};

/** Makes all calls and prints their results by name, and the requests. `z` is the library of schemas that the package uses. */
export async function converse({ Mistral }, { z }) {
  const calls = Object.fromEntries(
    Object.entries({ ...replays, ...situations }).map(([name, call]) => [name, (client) => call(client, { z })]),
  );
  const clientOf = (serverURL, apiKey, options) => new Mistral({ serverURL, apiKey, ...options });
  await play({ answers: ANSWERS, calls, clientOf });
}
