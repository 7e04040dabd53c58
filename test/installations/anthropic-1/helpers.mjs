// Uses the helpers of Anthropic's SDK, outside any span, against a stand-in of its API: the stream helper, and the tool runner, whole
// and streamed, with a tool that it runs. Prints what the application sees.
import Anthropic from "@anthropic-ai/sdk";
import { createServer } from "node:http";

const MODEL = "claude-haiku-4-5";
const USAGE = { input_tokens: 9, output_tokens: 2 };
const FRAME = { id: "msg_1", type: "message", role: "assistant", model: MODEL };
const ANSWER = { content: [{ type: "text", text: "It is 7 degrees." }], stop_reason: "end_turn" };
const TOOL_USE = {
  content: [{ type: "tool_use", id: "tool_1", name: "weather", input: { city: "Oslo" } }],
  stop_reason: "tool_use",
};

/** Returns the frames of a streamed message with one block. */
function framesOf({ content: [block], stop_reason: reason }) {
  const isText = block.type === "text";
  const delta = isText
    ? { type: "text_delta", text: block.text }
    : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
  const events = [
    { type: "message_start", message: { ...FRAME, content: [], stop_reason: null, usage: USAGE } },
    {
      type: "content_block_start",
      index: 0,
      content_block: isText ? { type: "text", text: "" } : { ...block, input: {} },
    },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: reason }, usage: USAGE },
    { type: "message_stop" },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

const server = createServer((request, response) => void answer(request, response));
async function answer(request, response) {
  const { messages, tools, stream } = JSON.parse(Buffer.concat(await request.toArray()).toString());
  const message = tools !== undefined && messages.length === 1 ? TOOL_USE : ANSWER;
  const type = stream ? "text/event-stream" : "application/json";
  response
    .writeHead(200, { "content-type": type })
    .end(stream ? framesOf(message) : JSON.stringify({ ...FRAME, ...message, usage: USAGE }));
}
await new Promise((done) => server.listen(0, "127.0.0.1", done));

const client = new Anthropic({ apiKey: "none", baseURL: `http://127.0.0.1:${server.address().port}` });
const request = { model: MODEL, max_tokens: 64, messages: [{ role: "user", content: "How warm is it in Oslo?" }] };
const weather = {
  name: "weather",
  description: "Tells the weather",
  input_schema: { type: "object", properties: { city: { type: "string" } } },
  parse: (input) => input,
  run: async ({ city }) => `7 degrees in ${city}`,
};

const helped = await client.messages.stream(request).finalMessage();
const ofBeta = await client.beta.messages.stream(request).finalMessage();
const whole = await client.beta.messages.toolRunner({ ...request, tools: [weather] });
const texts = [];
for await (const stream of client.beta.messages.toolRunner({ ...request, tools: [weather], stream: true })) {
  texts.push((await stream.finalMessage()).content[0].type);
}
console.log(helped.content[0].text, ofBeta.content[0].text, whole.content[0].text, texts.join());
server.close();
