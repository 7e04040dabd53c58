// Makes interactions with @google/genai against a stand-in, and prints what the application sees.
import { all, play, some } from "./provider-program.mjs";

const MODEL = "gemini-3-pro";
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex").toString("base64");
const PCM = Buffer.from(new Int16Array([1, 2, 3, 4]).buffer).toString("base64");

const USAGE = {
  total_input_tokens: 20,
  total_cached_tokens: 4,
  total_output_tokens: 7,
  total_thought_tokens: 9,
  total_tool_use_tokens: 2,
  total_tokens: 38,
  input_tokens_by_modality: [{ modality: "text", tokens: 20 }],
};
const interaction = (status, more = {}) => ({ id: "int_1", object: "interaction", model: MODEL, status, ...more });
const output = (...content) => ({ type: "model_output", content });
const event = (event_type, more) => `event: ${event_type}\ndata: ${JSON.stringify({ event_type, ...more })}\n\n`;
const created = event("interaction.created", { interaction: interaction("in_progress") });
const started = (index, step) => event("step.start", { index, step });
const delta = (index, fields) => event("step.delta", { index, delta: fields });
const stopped = (index) => event("step.stop", { index });
const completed = (status, more = {}) =>
  event("interaction.completed", { interaction: interaction(status, { usage: USAGE, ...more }) });
const DONE = "event: done\ndata: [DONE]\n\n";
const said = (...texts) => [
  created,
  started(0, { type: "model_output" }),
  ...texts.map((text) => delta(0, { type: "text", text })),
];

/** Answers by name, in the form of the API's documentation. */
const ANSWERS = {
  whole: {
    body: interaction("completed", {
      steps: [{ type: "thought", signature: PNG }, output({ type: "text", text: "Pacific" })],
      usage: USAGE,
    }),
  },
  draw: {
    body: interaction("completed", { steps: [output({ type: "image", data: PNG, mime_type: "image/png" })] }),
  },
  tools: {
    chunks: [
      created,
      started(0, { type: "thought" }),
      delta(0, { type: "thought_summary", content: { type: "text", text: "Let me " } }),
      delta(0, { type: "thought_summary", content: { type: "text", text: "see" } }),
      delta(0, { type: "thought_signature", signature: PNG }),
      stopped(0),
      started(1, { type: "function_call", id: "call_1", name: "oceans", arguments: {} }),
      delta(1, { type: "arguments_delta", arguments: '{"size":' }),
      delta(1, { type: "arguments_delta", arguments: "1}" }),
      stopped(1),
      completed("requires_action"),
      DONE,
    ],
  },
  speak: {
    chunks: [
      created,
      started(0, { type: "model_output" }),
      delta(0, { type: "audio", data: PCM, mime_type: "audio/l16", rate: 24000 }),
      delta(0, { type: "audio", data: PCM, mime_type: "audio/l16", rate: 24000 }),
      stopped(0),
      completed("completed"),
      DONE,
    ],
  },
  cut: {
    body: interaction("incomplete", { steps: [output({ type: "text", text: "Pac" })], usage: USAGE }),
  },
  limit: { status: 429, body: { error: { code: 429, message: "Slow down", status: "RESOURCE_EXHAUSTED" } } },
  pieces: { chunks: said("Hel", "lo ", "you"), hangs: true },
  stream: { chunks: [...said("Hel", "lo"), stopped(0), completed("completed"), DONE] },
  torn: { chunks: said("Hel"), tears: true },
  failing: { chunks: [...said("Hel"), event("error", { error: { code: "internal", message: "broken" } })] },
  late: { hangs: true },
};

const ask = { model: MODEL, input: "Name one ocean." };
const once = { maxRetries: 0 };
const streamed = (client, options = once) => client.interactions.create({ ...ask, stream: true }, options);

/** Calls of every kind, and calls that end in unusual ways. */
const calls = {
  whole: (client) =>
    client().interactions.create({
      ...ask,
      system_instruction: "Be brief.",
      previous_interaction_id: "int_0",
      generation_config: { temperature: 0.5, max_output_tokens: 9, stop_sequences: ["secret"] },
    }),
  draw: (client) =>
    client().interactions.create({
      model: MODEL,
      input: [
        { type: "image", data: PNG, mime_type: "image/png" },
        { type: "text", text: "Draw this" },
      ],
    }),
  tools: async (client) =>
    all(
      await client().interactions.create({
        ...ask,
        stream: true,
        tools: [{ type: "function", name: "oceans", parameters: { type: "object" } }],
      }),
    ),
  speak: async (client) => all(await streamed(client("speak"))),
  cut: (client) => client().interactions.create(ask),
  limit: (client) => client().interactions.create(ask, once),
  retry: (client) => client("limit,whole").interactions.create(ask, { maxRetries: 1 }),
  timeout: (client) => client("late").interactions.create(ask, { ...once, timeout: 100 }),
  break: async (client) => some(await streamed(client("pieces")), 4),
  abort: async (client) => {
    const controller = new AbortController();
    const steps = (await streamed(client("pieces"), { ...once, signal: controller.signal }))[Symbol.asyncIterator]();
    for (let event = 0; event < 3; event++) await steps.next();
    controller.abort();
    while (!(await steps.next()).done);
  },
  torn: async (client) => all(await streamed(client("torn"))),
  failing: async (client) => all(await streamed(client("failing"))),
  unread: async (client) => Object.keys(await streamed(client("stream"))),
};

/** Interactions that stop at a limit, whole and streamed: the package continues them with a second request, unless it is told not to. */
const REST = { ...USAGE, total_input_tokens: 100, total_output_tokens: 25, total_tokens: 136 };
const hop = (text, more) =>
  interaction(more.status, { ...more, steps: [output({ type: "text", text })], usage: more.usage ?? USAGE });
const STOPPED = { status: "requires_continuation", continuation_token: "next" };
const CONTINUED_ANSWERS = {
  first: { body: hop("first part ", STOPPED) },
  second: { body: hop("second part", { status: "completed", usage: REST }) },
  firstPieces: { chunks: [...said("first ", "part "), stopped(0), completed(STOPPED.status, STOPPED), DONE] },
  secondPieces: { chunks: [...said("second ", "part"), stopped(0), completed("completed", { usage: REST }), DONE] },
};
const continuedCalls = {
  whole: (client) => client("first,second").interactions.create(ask, once),
  streamed: async (client) => all(await streamed(client("firstPieces,secondPieces"))),
  stopped: (client) => client("first").interactions.create({ ...ask, automatic_continuation: false }, once),
};

/** Makes the interactions that are continued, and prints their results by name, and the requests. */
export async function continueInteractions({ GoogleGenAI }) {
  const clientOf = (baseUrl, apiKey) => new GoogleGenAI({ apiKey, httpOptions: { baseUrl } });
  await play({ answers: CONTINUED_ANSWERS, calls: continuedCalls, clientOf });
}

/** Makes all calls and prints their results by name, and the requests. */
export async function interact({ GoogleGenAI }) {
  const clientOf = (baseUrl, apiKey) => new GoogleGenAI({ apiKey, httpOptions: { baseUrl } });
  await play({ answers: ANSWERS, calls, clientOf });
}
