// Makes calls of every kind with texts in every place: plain, streamed, and failing with an error that repeats the question.
import OpenAI, { toFile } from "openai";
import { createServer } from "node:http";
import { text as textIn } from "node:stream/consumers";

const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex").toString("base64");
const USAGE = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
const call = (args) => ({
  id: "call_1",
  type: "function",
  function: { name: "weather", arguments: JSON.stringify(args) },
});
const CHOICE = {
  index: 0,
  finish_reason: "tool_calls",
  message: { role: "assistant", content: "It is warm", tool_calls: [call({ city: "Oslo" })] },
};
const completion = { id: "c1", object: "chat.completion", created: 1, model: "gpt-5", choices: [CHOICE], usage: USAGE };
const response = {
  id: "r1",
  object: "response",
  created_at: 1,
  status: "completed",
  model: "gpt-5",
  output: [
    { type: "reasoning", id: "rs1", summary: [{ type: "summary_text", text: "It thinks of Oslo" }] },
    {
      type: "message",
      id: "m1",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "It is warm in Oslo", annotations: [] }],
    },
  ],
  usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 },
};

const chunk = (delta, finish_reason = null) => ({
  ...completion,
  object: "chat.completion.chunk",
  choices: [{ index: 0, delta, finish_reason }],
  usage: null,
});

/** Answers by the end of the address; each is a body, or the events of a stream. */
const ANSWERS = {
  "/chat/completions": ({ stream }) =>
    stream
      ? [
          chunk({ role: "assistant", content: "It is " }),
          chunk({ content: "warm here" }),
          chunk({ tool_calls: [{ index: 0, ...call({ city: "Bergen by the sea" }) }] }),
          chunk({}, "tool_calls"),
          { ...completion, object: "chat.completion.chunk", choices: [] },
        ]
      : completion,
  "/responses": ({ stream }) =>
    stream
      ? [
          { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
          { type: "response.output_text.delta", item_id: "m1", output_index: 0, content_index: 0, delta: "It is warm" },
          { type: "response.completed", response },
        ]
      : response,
  "/completions": () => ({ ...completion, choices: [{ index: 0, text: "Once upon a time", finish_reason: "stop" }] }),
  "/embeddings": () => ({ data: [{ index: 0, embedding: [0.1, 0.2] }], model: "embedder", usage: USAGE }),
  "/images/generations": () => ({ created: 1, data: [{ b64_json: PNG, revised_prompt: "A cat with a hat" }] }),
  "/images/edits": () => ({ created: 1, data: [{ b64_json: PNG }] }),
  "/audio/transcriptions": () => ({ text: "Somebody says hello" }),
  "/moderations": () => ({ id: "m1", model: "mod", results: [{ flagged: true, categories: {}, category_scores: {} }] }),
};

const server = createServer((request, answer) => void respond(request, answer));
async function respond(request, answer) {
  const sent = await textIn(request);
  const path = new URL(request.url, "http://x").pathname;
  if (path.startsWith("/failing")) {
    const error = { message: `The prompt is not allowed: ${sent}`, type: "invalid_request_error", code: "not_allowed" };
    answer.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error }));
    return;
  }
  const make = ANSWERS[Object.keys(ANSWERS).find((end) => path.endsWith(end))];
  const body = make(sent.startsWith("{") ? JSON.parse(sent) : {});
  const isStream = Array.isArray(body);
  answer.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
  if (!isStream) answer.end(JSON.stringify(body));
  else {
    for (const event of body) answer.write(`data: ${JSON.stringify(event)}\n\n`);
    if (path.startsWith("/torn")) answer.destroy();
    else answer.end("data: [DONE]\n\n");
  }
}
await new Promise((done) => server.listen(0, "127.0.0.1", done));

const clientAt = (folder) =>
  new OpenAI({ apiKey: "none", maxRetries: 0, baseURL: `http://127.0.0.1:${server.address().port}/${folder}` });
const [client, failing, torn] = ["whole", "failing", "torn"].map(clientAt);

const tool = {
  name: "weather",
  description: "Tells the weather of a city",
  parameters: { type: "object", properties: { city: { type: "string", description: "Name of the city" } } },
};
const asked = {
  model: "gpt-5",
  temperature: 0.5,
  stop: ["the end of it"],
  user: "user-7",
  reasoning_effort: "low",
  prediction: { type: "content", content: "It is probably cold" },
  response_format: { type: "json_schema", json_schema: { name: "weather", schema: { title: "A weather report" } } },
  tools: [{ type: "function", function: tool }],
  messages: [
    { role: "system", content: "You know the weather" },
    {
      role: "user",
      content: [
        { type: "text", text: "How warm is it in Oslo?" },
        { type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } },
        {
          type: "file",
          file: { filename: "a.pdf", file_data: `data:application/pdf;base64,${btoa("A whole document")}` },
        },
      ],
    },
    { role: "assistant", content: null, tool_calls: [call({ city: "Trondheim of old" })] },
    { role: "tool", tool_call_id: "call_1", content: "It is 7 degrees" },
  ],
};
const response_request = {
  model: "gpt-5",
  instructions: "Be a little brief",
  input: [{ role: "user", content: "How warm is it in Oslo?" }],
  tools: [{ type: "function", ...tool }],
  text: { format: { type: "json_schema", name: "weather", schema: { title: "A weather report" } } },
};
const file = () => toFile(Buffer.from("Some bytes of sound"), "a.wav");

const calls = [
  // The settings of a request are remembered from the second call on.
  (api) => api.chat.completions.create(asked),
  (api) => api.chat.completions.create(asked),
  (api) => api.chat.completions.create(asked),
  async (api) => Array.fromAsync(await api.chat.completions.create({ ...asked, stream: true })),
  (api) => api.responses.create(response_request),
  async (api) => Array.fromAsync(await api.responses.create({ ...response_request, stream: true })),
  (api) =>
    api.completions.create({ model: "old", prompt: "Tell me a tale", suffix: "The end of it", stop: "and so on" }),
  (api) => api.embeddings.create({ model: "embedder", input: "Some words to embed" }),
  (api) => api.images.generate({ model: "painter", prompt: "A cat with a hat", size: "1024x1024" }),
  async (api) =>
    api.images.edit({
      model: "painter",
      prompt: "Without the hat",
      image: await toFile(Buffer.from(PNG, "base64"), "a.png"),
    }),
  async (api) => api.audio.transcriptions.create({ model: "ear", prompt: "Names in the sound", file: await file() }),
  (api) => api.moderations.create({ model: "mod", input: "Some rude words" }),
];
const results = [];
for (const api of [client, failing, torn]) {
  for (const make of calls) {
    results.push(
      await make(api).then(
        () => "answered",
        (error) => error.constructor.name,
      ),
    );
  }
}
console.log(results.join());
server.closeAllConnections();
server.close();
