// Makes calls with texts in every place: plain, streamed, by the tool runner, and failing with an error that repeats the question.
import Anthropic from "@anthropic-ai/sdk";
import { createServer } from "node:http";
import { text as textIn } from "node:stream/consumers";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex").toString("base64");
const USAGE = { input_tokens: 9, output_tokens: 2 };
const FRAME = { id: "msg_1", type: "message", role: "assistant", model: "claude-haiku-4-5", usage: USAGE };
const TOOL_USE = { type: "tool_use", id: "tool_1", name: "weather", input: { city: "Oslo by the sea" } };
const ANSWER = [
  { type: "thinking", thinking: "It thinks of Oslo", signature: "s" },
  { type: "text", text: "It is warm there" },
];

const server = createServer((request, response) => void respond(request, response));
async function respond(request, response) {
  const sent = await textIn(request);
  const { messages, tools, stream } = JSON.parse(sent);
  if (request.url.startsWith("/failing")) {
    const error = { type: "invalid_request_error", message: `The prompt is not allowed: ${sent}` };
    response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ type: "error", error }));
    return;
  }
  const isAsked = tools !== undefined && messages.length === 1;
  const whole = { ...FRAME, content: isAsked ? [TOOL_USE] : ANSWER, stop_reason: isAsked ? "tool_use" : "end_turn" };
  if (!stream) {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(whole));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (event) => response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  send({ type: "message_start", message: { ...FRAME, content: [], stop_reason: null } });
  send({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
  send({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "It is rather warm" } });
  if (request.url.startsWith("/torn")) {
    response.destroy();
    return;
  }
  send({ type: "content_block_stop", index: 0 });
  send({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: USAGE });
  send({ type: "message_stop" });
  response.end();
}
await new Promise((done) => server.listen(0, "127.0.0.1", done));

const clientAt = (folder) =>
  new Anthropic({ apiKey: "none", maxRetries: 0, baseURL: `http://127.0.0.1:${server.address().port}/${folder}` });
const source = { type: "base64", media_type: "image/png", data: PNG };
const weather = {
  name: "weather",
  description: "Tells the weather of a city",
  input_schema: { type: "object", properties: { city: { type: "string", description: "Name of the city" } } },
};
const asked = {
  model: "claude-haiku-4-5",
  max_tokens: 64,
  system: "You know the weather",
  stop_sequences: ["the end of it"],
  metadata: { user_id: "user-7" },
  messages: [
    {
      role: "user",
      content: [
        { type: "text", text: "How warm is it in Oslo?" },
        { type: "image", source },
        {
          type: "document",
          title: "a.txt",
          source: { type: "text", media_type: "text/plain", data: "A whole document" },
        },
      ],
    },
    { role: "assistant", content: [TOOL_USE] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "tool_1", content: "It is 7 degrees" }] },
  ],
};
const runnable = (run) => ({ ...weather, parse: (input) => input, run });
const run = (api, tool) =>
  api.beta.messages.toolRunner({
    ...asked,
    messages: [{ role: "user", content: "Please ask the tool" }],
    tools: [runnable(tool)],
  });

const calls = [
  (api) => api.messages.create(asked),
  (api) => api.messages.create({ ...asked, tools: [weather] }),
  async (api) => Array.fromAsync(await api.messages.create({ ...asked, stream: true })),
  (api) => api.messages.stream(asked).finalMessage(),
  (api) => run(api, async ({ city }) => `It is sunny in ${city}`),
  (api) =>
    run(api, async ({ city }) => {
      throw new Error(`No weather is known in ${city}`);
    }),
];
const results = [];
for (const api of ["whole", "failing", "torn"].map(clientAt)) {
  for (const call of calls) {
    results.push(
      await call(api).then(
        () => "answered",
        (error) => error.constructor.name,
      ),
    );
  }
}
console.log(results.join());
server.closeAllConnections();
server.close();
