// Asks an agent of Strands with a tool, twice at once, against a stand-in of OpenAI's API, and prints the answers.
import { Agent, tool } from "@strands-agents/sdk";
import { OpenAIModel } from "@strands-agents/sdk/models/openai";
import { createServer } from "node:http";
import { z } from "zod";

const USAGE = {
  prompt_tokens: 11,
  prompt_tokens_details: { cached_tokens: 4 },
  completion_tokens: 2,
  total_tokens: 13,
};

/** Returns the frames of a streamed answer: the call of a tool after the first question, else a text. */
function framesOf({ messages }) {
  const last = messages.at(-1);
  const call = {
    index: 0,
    id: "call_1",
    type: "function",
    function: { name: "weather", arguments: '{"city":"Oslo"}' },
  };
  const delta =
    last.role === "tool" ? { role: "assistant", content: "7 degrees" } : { role: "assistant", tool_calls: [call] };
  const reason = last.role === "tool" ? "stop" : "tool_calls";
  const chunk = { id: "chatcmpl-1", object: "chat.completion.chunk", model: "gpt-4o" };
  const chunks = [
    { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: reason }] },
    { ...chunk, choices: [], usage: USAGE },
  ];
  return chunks.map((each) => `data: ${JSON.stringify(each)}\n\n`).join("") + "data: [DONE]\n\n";
}

const server = createServer((request, response) => void answer(request, response));
async function answer(request, response) {
  const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
  response.writeHead(200, { "content-type": "text/event-stream" }).end(framesOf(body));
}
await new Promise((done) => void server.listen(0, "127.0.0.1", done));

const clientConfig = { baseURL: `http://127.0.0.1:${server.address().port}/v1` };
const weather = tool({
  name: "weather",
  description: "Tells the weather",
  inputSchema: z.object({ city: z.string() }),
  callback: ({ city }) => `7 degrees in ${city}`,
});
const ask = async (question) => {
  const model = new OpenAIModel({ api: "chat", apiKey: "k", modelId: "gpt-4o", clientConfig });
  const agent = new Agent({ name: question, model, tools: [weather], printer: false });
  return String(await agent.invoke(question));
};
console.log((await Promise.all(["One?", "Two?"].map(ask))).join(" "));
server.close();
