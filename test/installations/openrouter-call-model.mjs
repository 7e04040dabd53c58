// Runs `callModel` of OpenRouter's packages against a stand-in, in every way in which its result can be read, and prints what the
// application sees.
import { play } from "./provider-program.mjs";

const MODEL = "openai/gpt-5-mini";
const USAGE = { input_tokens: 12, input_tokens_details: { cached_tokens: 2 }, output_tokens: 4 };
const RESPONSE = {
  id: "resp_1",
  object: "response",
  created_at: 1,
  completed_at: 1,
  model: MODEL,
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
};
const usage = { ...USAGE, output_tokens_details: { reasoning_tokens: 1 }, total_tokens: 16 };
const event = (data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;

const message = (text) => ({
  type: "message",
  id: "msg_1",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text, annotations: [] }],
});
const use = (name, args, id = "call_1") => ({
  type: "function_call",
  id: `fc_${id}`,
  call_id: id,
  name,
  arguments: JSON.stringify(args),
  status: "completed",
});

/** Events of a stream up to its text, which is in pieces. */
const begun = (...texts) => [
  event({ type: "response.created", sequence_number: 0, response: { ...RESPONSE, status: "in_progress", output: [] } }),
  event({
    type: "response.output_item.added",
    sequence_number: 1,
    output_index: 0,
    item: { ...message(""), status: "in_progress", content: [] },
  }),
  ...texts.map((delta, index) =>
    event({
      type: "response.output_text.delta",
      sequence_number: 2 + index,
      item_id: "msg_1",
      output_index: 0,
      content_index: 0,
      delta,
      logprobs: [],
    }),
  ),
];
const completed = (output) => [
  event({
    type: "response.completed",
    sequence_number: 9,
    response: { ...RESPONSE, status: "completed", output, usage },
  }),
  "data: [DONE]\n\n",
];
const said = (...texts) => ({ chunks: [...begun(...texts), ...completed([message(texts.join(""))])] });
const uses = (...calls) => ({ chunks: [begun()[0], ...completed(calls)] });

const ANSWERS = {
  text: said("The ", "Pacific", "."),
  whole: { body: { ...RESPONSE, status: "completed", output: [message("The Pacific.")], usage } },
  use: uses(use("oceans", { maxSize: 2 })),
  two: uses(use("oceans", { maxSize: 1 }), use("oceans", { maxSize: 2 }, "call_2")),
  wrong: uses(use("oceans", { maxSize: "many" })),
  fail: uses(use("broken", {})),
  search: uses(use("search", { term: "sea" })),
  ask: uses(use("asking", {})),
  limit: { status: 429, body: { error: { code: 429, message: "Slow down" } } },
  torn: { chunks: begun("The "), tears: true },
  open: { chunks: begun("The ", "Pac"), hangs: true },
  late: { hangs: true },
};

/** Text of every request. */
const input = "Name one ocean.";
const NO_RETRY = { retries: { strategy: "none" } };

/** Reads a stream, and returns what it brought without what changes from run to run. */
async function read(stream, most = Infinity) {
  const items = [];
  for await (const item of stream) {
    items.push(typeof item === "object" ? { ...item, timestamp: undefined } : item);
    if (items.length === most) break;
  }
  return items;
}

/** Calls by name. A client is asked for by the names of the answers to its requests, and by one more where another has the same. */
const calls = (tools) => ({
  text: (client) => client().callModel({ model: MODEL, input, temperature: 0.5 }).getText(),
  response: (client) => client("text").callModel({ model: MODEL, input, instructions: "Be brief." }).getResponse(),
  json: (client) => client("whole").callModel({ model: MODEL, input }).getText(),
  stream: (client) => read(client("text").callModel({ model: MODEL, input }).getTextStream()),
  both: async (client) => {
    const result = client("text").callModel({ model: () => MODEL, input });
    return Promise.all([read(result.getTextStream()), result.getText(), result.getResponse()]);
  },
  seen: async (client) => {
    const result = client("text").callModel({ model: MODEL, input, tools: [tools.oceans] });
    const before = [result.constructor.name, Object.keys(result), result instanceof tools.ModelResult];
    return [before, await result.getText(), Object.keys(result)];
  },
  tool: (client) =>
    client("use,text")
      .callModel({ model: MODEL, input, tools: [tools.oceans] })
      .getText(),
  parallel: (client) =>
    client("two,text")
      .callModel({ model: MODEL, input, tools: [tools.oceans] })
      .getText(),
  toolStream: (client) =>
    read(
      client("use,text,toolStream")
        .callModel({ model: MODEL, input, tools: [tools.oceans] })
        .getTextStream(),
    ),
  messages: (client) =>
    read(
      client("use,text,messages")
        .callModel({ model: MODEL, input, tools: [tools.oceans] })
        .getNewMessagesStream(),
    ),
  items: (client) =>
    read(
      client("use,text,items")
        .callModel({ model: MODEL, input, tools: [tools.oceans] })
        .getItemsStream(),
    ),
  generator: (client) =>
    read(
      client("search,text")
        .callModel({ model: MODEL, input, tools: [tools.search] })
        .getToolStream(),
    ),
  failingTool: (client) =>
    client("fail,text")
      .callModel({ model: MODEL, input, tools: [tools.broken] })
      .getText(),
  wrongArguments: (client) =>
    client("wrong,text")
      .callModel({ model: MODEL, input, tools: [tools.oceans] })
      .getText(),
  modelInTool: (client) =>
    client("ask,text")
      .callModel({ model: MODEL, input, tools: [tools.asking(client("text"))] })
      .getText(),
  toolCalls: (client) =>
    client("use")
      .callModel({ model: MODEL, input, tools: [tools.oceans] })
      .getToolCalls(),
  limit: (client) => client().callModel({ model: MODEL, input }, NO_RETRY).getText(),
  limitInStream: (client) => read(client("limit").callModel({ model: MODEL, input }, NO_RETRY).getTextStream()),
  limitAfterTool: (client) =>
    client("use,limit")
      .callModel({ model: MODEL, input, tools: [tools.oceans] }, NO_RETRY)
      .getText(),
  refused: (client) => client().callModel({ model: 7, input }).getText(),
  timeout: (client) =>
    client("late")
      .callModel({ model: MODEL, input }, { timeoutMs: 1_000, ...NO_RETRY })
      .getText(),
  torn: (client) => client().callModel({ model: MODEL, input }, NO_RETRY).getText(),
  break: (client) => read(client("text").callModel({ model: MODEL, input }).getTextStream(), 1),
  cancel: async (client) => {
    const result = client("open").callModel({ model: MODEL, input });
    await result.getTextStream().next();
    await result.cancel();
  },
  abort: async (client) => {
    const controller = new AbortController();
    const options = { signal: controller.signal, ...NO_RETRY };
    const steps = client("open").callModel({ model: MODEL, input }, options).getTextStream();
    await steps.next();
    controller.abort();
    while (!(await steps.next()).done);
  },
  unread: (client) => Object.keys(client("text").callModel({ model: MODEL, input })).length,
});

/** Makes all calls with the clients and tools of a package, and prints their results by name, and the requests. */
export async function converse({ OpenRouter, ModelResult, tool, z }) {
  const oceans = tool({
    name: "oceans",
    description: "Lists oceans",
    inputSchema: z.object({ maxSize: z.number() }),
    execute: ({ maxSize }) => Promise.resolve(["Arctic", "Pacific"].slice(0, maxSize)),
  });
  const search = tool({
    name: "search",
    inputSchema: z.object({ term: z.string() }),
    eventSchema: z.object({ found: z.number() }),
    outputSchema: z.object({ names: z.array(z.string()) }),
    async *execute() {
      yield { found: 1 };
      yield { found: 2 };
      yield { names: ["Arctic", "Pacific"] };
    },
  });
  const broken = tool({
    name: "broken",
    inputSchema: z.object({}),
    execute: () => {
      throw new Error("The sea is closed");
    },
  });
  const asking = (client) =>
    tool({
      name: "asking",
      inputSchema: z.object({}),
      execute: () => client.callModel({ model: MODEL, input }).getText(),
    });
  const clientOf = (serverURL, apiKey, options) => new OpenRouter({ serverURL, apiKey, ...options });
  await play({ answers: ANSWERS, calls: calls({ oceans, search, broken, asking, ModelResult }), clientOf });
}
