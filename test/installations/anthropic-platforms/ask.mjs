// Calls models through Anthropic's clients for Amazon Bedrock and Vertex AI, whole and streamed, with the plain call and the stream
// helper, against a stand-in of both platforms. Prints what the application sees.
import { AnthropicBedrock } from "@anthropic-ai/bedrock-sdk";
import { AnthropicVertex } from "@anthropic-ai/vertex-sdk";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const MODEL = "claude-haiku-4-5";
const MESSAGE = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: MODEL,
  content: [{ type: "text", text: "Hi" }],
  stop_reason: "end_turn",
  usage: { input_tokens: 9, output_tokens: 2 },
};
const EVENTS = [
  { type: "message_start", message: { ...MESSAGE, content: [], stop_reason: null } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } },
  { type: "message_stop" },
];
/** Frames of AWS's binary event stream, as recorded. */
const FRAMES = JSON.parse(
  readFileSync(new URL("../../fixtures/bedrock/dd-invoke-claude-stream.json", import.meta.url), "utf8"),
).response.chunks.map((chunk) => Buffer.from(chunk, "base64"));

const requests = [];
const server = createServer((request, response) => {
  const path = decodeURIComponent(request.url);
  requests.push(path);
  if (path.endsWith("/invoke-with-response-stream")) {
    response.writeHead(200, { "content-type": "application/vnd.amazon.eventstream" }).end(Buffer.concat(FRAMES));
  } else if (path.endsWith(":streamRawPredict")) {
    const frames = EVENTS.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.writeHead(200, { "content-type": "text/event-stream" }).end(frames.join(""));
  } else {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(MESSAGE));
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const baseURL = `http://127.0.0.1:${server.address().port}`;

const authClient = {
  projectId: "project-1",
  getRequestHeaders: async () => new Headers({ authorization: "Bearer none" }),
};
const clients = {
  bedrock: new AnthropicBedrock({ baseURL, awsRegion: "us-east-1", awsAccessKey: "a", awsSecretKey: "b" }),
  vertex: new AnthropicVertex({ baseURL, region: "us-east5", projectId: "project-1", authClient }),
};
const request = { max_tokens: 64, messages: [{ role: "user", content: "Hello" }], temperature: 0.5 };
const models = { bedrock: "anthropic.claude-3-5-sonnet-20240620-v1:0", vertex: MODEL };

for (const [platform, { messages, beta }] of Object.entries(clients)) {
  const asked = { ...request, model: models[platform] };
  const whole = await messages.create(asked);
  const ofBeta = await beta.messages.create({ ...asked, betas: ["context-1m-2025-08-07"] });
  const events = await Array.fromAsync(await messages.create({ ...asked, stream: true }));
  const helped = await messages.stream(asked).finalMessage();
  console.log(
    platform,
    whole.content[0].text,
    ofBeta.id,
    events.map(({ type }) => type).join(),
    helped.content[0].text,
  );
}
console.log(requests.join("\n"));
server.close();
