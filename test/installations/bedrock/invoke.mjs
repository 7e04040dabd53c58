// Invokes a model with each kind of body, and prints what came of each call.
import { BedrockRuntimeClient, InvokeModelCommand } from "@aws-sdk/client-bedrock-runtime";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const ANSWER = {
  content: [{ type: "text", text: "Hi" }],
  stop_reason: "end_turn",
  usage: { input_tokens: 9, output_tokens: 2 },
};

/** Answers with the length of the body, and with no JSON at all to a body that says so. */
const server = createServer((request, response) => void answer(request, response));
async function answer(request, response) {
  const body = await text(request);
  response.setHeader("content-type", "application/json");
  response.end(body.includes("no JSON") ? "no JSON" : JSON.stringify({ ...ANSWER, received: body.length }));
}
await new Promise((done) => server.listen(0, "127.0.0.1", done));

const client = new BedrockRuntimeClient({
  region: "us-east-1",
  endpoint: `http://127.0.0.1:${server.address().port}`,
  credentials: { accessKeyId: "a", secretAccessKey: "b" },
  requestHandler: new NodeHttpHandler(),
});
const asked = JSON.stringify({
  anthropic_version: "bedrock-2023-05-31",
  max_tokens: 64,
  messages: [{ role: "user", content: "Hello" }],
});
const bodies = {
  text: asked,
  bytes: new TextEncoder().encode(asked),
  buffer: Buffer.from(asked),
  blob: new Blob([asked]),
  "not JSON": "Say hello",
  "answer not JSON": JSON.stringify("no JSON"),
  none: undefined,
};

for (const [kind, body] of Object.entries(bodies)) {
  const command = new InvokeModelCommand({ modelId: "anthropic.claude-3-haiku-20240307-v1:0", body });
  try {
    const answer = await client.send(command);
    console.log(kind, answer.$metadata.httpStatusCode, answer.body.transformToString(), command.input.body === body);
  } catch (error) {
    console.log(kind, error.name, error.message);
  }
}
server.close();
client.destroy();
