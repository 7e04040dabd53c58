// Asks the chat models of LangChain's packages for Anthropic and Google, whole and streamed, against a stand-in of the APIs, and prints
// what the application sees.
import { ChatAnthropic } from "@langchain/anthropic";
import { ChatGoogle } from "@langchain/google";
import { ChatGoogleGenerativeAI } from "@langchain/google-genai";
import { createServer } from "node:http";

const MESSAGE = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-haiku-4-5",
  content: [
    { type: "thinking", thinking: "A greeting.", signature: "c2lnbg==" },
    { type: "text", text: "Hi" },
  ],
  stop_reason: "end_turn",
  usage: { input_tokens: 120, cache_read_input_tokens: 30, cache_creation_input_tokens: 5, output_tokens: 2 },
};
const EVENTS = [
  { type: "message_start", message: { ...MESSAGE, content: [], usage: { ...MESSAGE.usage, output_tokens: 0 } } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } },
  { type: "message_stop" },
];
const CONTENT = {
  candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP", index: 0 }],
  usageMetadata: { promptTokenCount: 8, candidatesTokenCount: 2, thoughtsTokenCount: 3, totalTokenCount: 13 },
  modelVersion: "gemini-2.5-flash-001",
};

const server = createServer((request, response) => void answer(request, response));
async function answer(request, response) {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
  const isAnthropic = request.url.startsWith("/v1/messages");
  const isStream = isAnthropic ? body.stream === true : request.url.includes(":streamGenerateContent");
  const type = isStream ? "text/event-stream" : "application/json";
  const frames = isAnthropic
    ? EVENTS.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    : [`data: ${JSON.stringify(CONTENT)}\n\n`];
  response.writeHead(200, { "content-type": type });
  response.end(isStream ? frames.join("") : JSON.stringify(isAnthropic ? MESSAGE : CONTENT));
}
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const url = `http://127.0.0.1:${server.address().port}`;

const models = {
  anthropic: new ChatAnthropic({ model: "claude-haiku-4-5", apiKey: "none", anthropicApiUrl: url, maxTokens: 64 }),
  "google-genai": new ChatGoogleGenerativeAI({ model: "gemini-2.5-flash", apiKey: "none", baseUrl: url }),
  google: new ChatGoogle({
    model: "gemini-2.5-flash",
    apiKey: "none",
    // The package has no setting for the address.
    apiClient: {
      hasApiKey: () => true,
      fetch: async (request) =>
        fetch(url + new URL(request.url).pathname, { method: request.method, body: await request.text() }),
    },
  }),
};
for (const [name, model] of Object.entries(models)) {
  const whole = await model.invoke("Hello");
  let text = "";
  for await (const chunk of await model.stream("Hello")) text += chunk.text;
  console.log(name, whole.text, text);
}
server.close();
