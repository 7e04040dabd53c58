// Makes calls with texts in every place: plain, streamed, and failing with an error that repeats the question.
import {
  BedrockRuntimeClient,
  ConverseCommand,
  ConverseStreamCommand,
  InvokeModelCommand,
} from "@aws-sdk/client-bedrock-runtime";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { createServer } from "node:http";
import { text as textIn } from "node:stream/consumers";
import { crc32 } from "node:zlib";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex");
const TOOL_USE = { toolUseId: "t1", name: "weather", input: { city: "Oslo by the sea" } };
const usage = { inputTokens: 9, outputTokens: 2, totalTokens: 11 };
const ANSWER = {
  output: { message: { role: "assistant", content: [{ text: "It is warm there" }, { toolUse: TOOL_USE }] } },
  stopReason: "end_turn",
  usage,
  metrics: { latencyMs: 1 },
};

/** Returns an event of Amazon's streams: lengths, headers and JSON, each half with its checksum. */
function frame(kind, fields) {
  const named = { ":message-type": "event", ":event-type": kind, ":content-type": "application/json" };
  const headers = Buffer.concat(
    Object.entries(named).map(([name, value]) => {
      const text = 7;
      return Buffer.concat([
        Buffer.from([name.length]),
        Buffer.from(name),
        Buffer.from([text, 0, value.length]),
        Buffer.from(value),
      ]);
    }),
  );
  const body = Buffer.from(JSON.stringify(fields));
  const lengths = uint32(16 + headers.length + body.length, headers.length);
  const message = Buffer.concat([lengths, uint32(crc32(lengths)), headers, body]);
  return Buffer.concat([message, uint32(crc32(message))]);
}

function uint32(...numbers) {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [place, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * place);
  return bytes;
}

const server = createServer((request, response) => void respond(request, response));
async function respond(request, response) {
  const sent = await textIn(request);
  if (sent.includes("refused-model") || request.url.includes("refused-model")) {
    const headers = { "content-type": "application/json", "x-amzn-errortype": "ValidationException" };
    response.writeHead(400, headers).end(JSON.stringify({ message: `The prompt is not allowed: ${sent}` }));
  } else if (request.url.endsWith("/converse-stream")) {
    response.writeHead(200, { "content-type": "application/vnd.amazon.eventstream" });
    response.write(frame("messageStart", { role: "assistant" }));
    response.write(frame("contentBlockDelta", { contentBlockIndex: 0, delta: { text: "It is rather warm" } }));
    response.write(frame("contentBlockStop", { contentBlockIndex: 0 }));
    response.write(frame("messageStop", { stopReason: "end_turn" }));
    response.end(frame("metadata", { usage, metrics: { latencyMs: 1 } }));
  } else {
    const body = request.url.endsWith("/invoke")
      ? { content: [{ type: "text", text: "It is said" }], usage: {} }
      : ANSWER;
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  }
}
await new Promise((done) => server.listen(0, "127.0.0.1", done));

const client = new BedrockRuntimeClient({
  region: "us-east-1",
  endpoint: `http://127.0.0.1:${server.address().port}`,
  credentials: { accessKeyId: "a", secretAccessKey: "b" },
  requestHandler: new NodeHttpHandler(),
  maxAttempts: 1,
});
const asked = (modelId) => ({
  modelId,
  system: [{ text: "You know the weather" }],
  messages: [
    {
      role: "user",
      content: [
        { text: "How warm is it in Oslo?" },
        { image: { format: "png", source: { bytes: PNG } } },
        { document: { name: "paper", format: "txt", source: { bytes: Buffer.from("A whole document") } } },
      ],
    },
    { role: "assistant", content: [{ toolUse: TOOL_USE }] },
    { role: "user", content: [{ toolResult: { toolUseId: "t1", content: [{ text: "It is 7 degrees" }] } }] },
  ],
  inferenceConfig: { maxTokens: 9, stopSequences: ["the end of it"] },
  additionalModelRequestFields: { hint: "Some more words" },
  requestMetadata: { purpose: "to tell the weather" },
  toolConfig: {
    tools: [
      { toolSpec: { name: "weather", description: "Tells the weather", inputSchema: { json: { type: "object" } } } },
    ],
  },
});
const body = JSON.stringify({
  anthropic_version: "bedrock-2023-05-31",
  max_tokens: 9,
  system: "You say things",
  stop_sequences: ["and so on"],
  messages: [{ role: "user", content: "Say it in words" }],
});

const results = [];
for (const modelId of ["anthropic.claude", "anthropic.refused-model"]) {
  const calls = [
    () => client.send(new ConverseCommand(asked(modelId))),
    async () => Array.fromAsync((await client.send(new ConverseStreamCommand(asked(modelId)))).stream),
    () => client.send(new InvokeModelCommand({ modelId, body })),
  ];
  for (const call of calls) {
    results.push(
      await call().then(
        () => "answered",
        (error) => error.name,
      ),
    );
  }
}
console.log(results.join());
server.closeAllConnections();
server.close();
client.destroy();
