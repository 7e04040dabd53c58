// Replays recorded conversations with Anthropic and Google through the AI SDK, and prints what the application sees.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { nextMillisecond } from "./next-millisecond.mjs";

const FIXTURES = new URL("../fixtures/", import.meta.url);

const recorded = (name) => JSON.parse(readFileSync(new URL(`${name}.json`, FIXTURES), "utf8")).response;

/** Responses of each conversation, one for each request. */
const CONVERSATIONS = {
  thinking: ["anthropic/anthropic-dd-1"],
  tools: ["anthropic/anthropic-tool-with-thinking.1", "anthropic/anthropic-tool-with-thinking.2"],
  parallel: ["anthropic/anthropic-parallel-tools.1", "anthropic/anthropic-parallel-tools.2"],
  stream: ["anthropic/anthropic-otlp-stream"],
  redacted: ["anthropic/anthropic-redacted-thinking-stream"],
  search: ["anthropic/anthropic-web-search-stream"],
  picture: ["google-genai/image-url"],
  thought: ["google-genai/js-thought"],
  cutShort: ["google-genai/max-tokens-empty"],
  function: ["google-genai/js-function-calling.1"],
  story: ["google-genai/js-chat-stream.1"],
  grounded: ["google-genai/web-search-stream.1"],
};

/** Replays the conversations with this major version of the AI SDK, and prints their results by name. */
export async function replay(ai, { createAnthropic, createGoogleGenerativeAI }, major) {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const server = createServer((request, response) => void answer(request, response));
  await new Promise((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  const claude = (name) => createAnthropic({ apiKey: "a key", baseURL: `${url}/${name}` });
  const google = (name) => createGoogleGenerativeAI({ apiKey: "a key", baseURL: `${url}/${name}` });
  const models = {
    claude: (name) => claude(name)("claude-sonnet-4-5"),
    gemini: (name) => google(name)("gemini-2.5-flash"),
  };
  const seen = {};
  for (const [name, call] of Object.entries(callsOf(ai, { major, models, claude, google }))) {
    await nextMillisecond();
    seen[name] = await call(name).catch((error) => ({ class: error.constructor.name, message: error.message }));
  }
  console.log(JSON.stringify(seen));
  server.closeAllConnections();
  server.close();
}

function callsOf(ai, { major, models, claude, google }) {
  const named = (functionId) =>
    major >= 7 ? { telemetry: { functionId } } : { experimental_telemetry: { isEnabled: true, functionId } };
  const steps = major < 5 ? { maxSteps: 3 } : { stopWhen: major < 7 ? ai.stepCountIs(3) : ai.isStepCount(3) };
  const tool = (execute) =>
    ai.tool({
      description: "Looks something up",
      [major < 5 ? "parameters" : "inputSchema"]: ai.jsonSchema({ type: "object" }),
      ...(execute && { execute }),
    });
  const asked = async (name, model, more = {}) => {
    const result = await ai.generateText({
      model: models[model](name),
      prompt: "Please answer.",
      maxRetries: 0,
      ...named(name),
      ...more,
    });
    return [result.text, result.reasoningText ?? result.reasoning, result.finishReason, result.usage];
  };
  const streamed = async (name, model, more = {}) => {
    const result = ai.streamText({
      model: models[model](name),
      prompt: "Please answer.",
      maxRetries: 0,
      ...named(name),
      ...more,
    });
    const pieces = [];
    for await (const piece of result.textStream) pieces.push(piece);
    return [pieces, await result.finishReason, await result.usage];
  };
  return {
    thinking: (name) => asked(name, "claude"),
    tools: (name) => asked(name, "claude", { tools: { get_user_country: tool(async () => "Mexico") }, ...steps }),
    parallel: (name) =>
      asked(name, "claude", {
        tools: { retrieve_entity_info: tool(async ({ name: who }) => `${who} is here`) },
        ...steps,
      }),
    stream: (name) => streamed(name, "claude"),
    redacted: (name) => streamed(name, "claude"),
    ...(major >= 5 && {
      search: (name) => streamed(name, "claude", { tools: { web_search: claude(name).tools.webSearch_20250305({}) } }),
    }),
    picture: (name) => asked(name, "gemini"),
    thought: (name) => asked(name, "gemini"),
    cutShort: (name) => asked(name, "gemini"),
    function: (name) => asked(name, "gemini", { tools: { customDivide: tool() } }),
    story: (name) => streamed(name, "gemini"),
    ...(major >= 5 && {
      grounded: (name) => streamed(name, "gemini", { tools: { google_search: google(name).tools.googleSearch({}) } }),
    }),
  };
}

const turns = new Map();

async function answer(request, response) {
  for await (const piece of request) void piece;
  const name = request.url.split("/")[1];
  const turn = turns.get(name) ?? 0;
  turns.set(name, turn + 1);
  const { status, body, chunks } = recorded(CONVERSATIONS[name][turn]);
  response.writeHead(status, { "content-type": chunks ? "text/event-stream" : "application/json" });
  response.end(chunks ? chunks.join("") : JSON.stringify(body));
}
