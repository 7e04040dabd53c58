// Asks the models of four providers through LangChain, each once whole and once streamed, and prints the answers.
import { ChatCohere } from "@langchain/cohere";
import { ChatGroq } from "@langchain/groq";
import { ChatMistralAI } from "@langchain/mistralai";
import { ChatOllama } from "@langchain/ollama";
import { CohereClient } from "cohere-ai";
import { createServer } from "node:http";

const event = (data) => `data: ${JSON.stringify(data)}\n\n`;
const usage = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 };
const mistral = { id: "c1", object: "chat.completion", created: 1, model: "mistral-small-latest" };
const choice = (field) => [{ index: 0, [field]: { role: "assistant", content: "Hi" }, finish_reason: "stop" }];
const tokens = { input_tokens: 3, output_tokens: 1 };
const meta = { billed_units: tokens, tokens };
const cohere = { generation_id: "g1", text: "Hi", finish_reason: "COMPLETE", meta };
const ollama = { model: "qwen3", created_at: "2026-01-01T00:00:00Z", message: { role: "assistant", content: "Hi" } };
const end = { done: true, done_reason: "stop", prompt_eval_count: 3, eval_count: 1 };

/** Answers in the form of the API's documentation, by the path; the second is that of a stream. */
const ANSWERS = {
  "/v1/chat/completions": [
    JSON.stringify({ ...mistral, usage, choices: choice("message") }),
    `${event({ ...mistral, usage, object: "chat.completion.chunk", choices: choice("delta") })}data: [DONE]\n\n`,
  ],
  "/v1/chat": [
    JSON.stringify(cohere),
    [
      { event_type: "text-generation", text: "Hi" },
      { event_type: "stream-end", finish_reason: "COMPLETE", response: cohere },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(""),
  ],
  "/api/chat": [JSON.stringify({ ...ollama, ...end }), `${JSON.stringify({ ...ollama, ...end })}\n`],
};

/** Usage as Groq counts it: cached tokens are among those of the prompt, and thoughts among those of the completion. */
const detailed = {
  ...usage,
  prompt_tokens_details: { cached_tokens: 2 },
  completion_tokens_details: { reasoning_tokens: 1 },
};
const groq = { ...mistral, model: "qwen3-32b", object: "chat.completion.chunk" };
const groqChunk = (content, finish_reason, more) =>
  event({ ...groq, choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason }], ...more });
const twice = { usage: detailed, x_groq: { id: "req_1", usage: detailed } };
const once = { x_groq: { id: "req_1", usage: detailed } };

/** Streams of Groq, by the model: its chunks tell the usage once or twice, at the end or with every chunk. */
const GROQ_STREAMS = {
  "one-chunk": groqChunk("Hi", "stop", twice),
  "at-the-end": groqChunk("Hi", null) + groqChunk("", "stop", once),
  "after-the-end": groqChunk("Hi", null) + groqChunk("", "stop", twice) + event({ ...groq, choices: [], ...twice }),
  "every-chunk-twice": groqChunk("H", null, twice) + groqChunk("i", null, twice) + groqChunk("", "stop", twice),
  "every-chunk-once": groqChunk("H", null, once) + groqChunk("i", null, once) + groqChunk("", "stop", once),
};

async function answer(request, response) {
  let body = "";
  for await (const piece of request) body += piece;
  const { stream = false, model } = JSON.parse(body);
  const isGroq = request.url.startsWith("/openai");
  const type = stream && request.url.includes("completions") ? "text/event-stream" : "application/json";
  response.setHeader("content-type", type);
  if (!isGroq) response.end(ANSWERS[request.url][stream ? 1 : 0]);
  else if (stream) response.end(`${GROQ_STREAMS[model]}data: [DONE]\n\n`);
  else response.end(JSON.stringify({ ...mistral, model, usage: detailed, choices: choice("message") }));
}

const server = createServer((request, response) => void answer(request, response));
await new Promise((resolve) => void server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${server.address().port}`;

const models = [
  new ChatMistralAI({ apiKey: "k", serverURL: url, model: "mistral-small-latest" }),
  new ChatCohere({ model: "command-r", client: new CohereClient({ token: "k", environment: url }) }),
  new ChatOllama({ baseUrl: url, model: "qwen3" }),
  ...Object.keys(GROQ_STREAMS).map((model) => new ChatGroq({ apiKey: "k", baseUrl: url, model })),
];
const said = [];
for (const model of models) {
  said.push((await model.invoke("Hello")).content);
  for await (const chunk of await model.stream("Hello")) if (chunk.content !== "") said.push(chunk.content);
}
console.log(JSON.stringify(said));
server.closeAllConnections();
server.close();
