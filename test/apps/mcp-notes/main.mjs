// Chat service: `POST /chat` answers a question with a model that has the tools of the server of notes. Asks itself the questions
// of its arguments, and prints the answers.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import OpenAI from "openai";

const MODEL = "gpt-4o-mini";
const folder = await mkdtemp(join(tmpdir(), "notes-"));
const openai = new OpenAI({ apiKey: "a key", maxRetries: 0 });
const notes = new Client({ name: "notes-chat", version: "1.0.0" });
await notes.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [fileURLToPath(new URL("server.mjs", import.meta.url)), folder],
    env: process.env,
  }),
);
const { tools: listed } = await notes.listTools();
const tools = listed.map(({ name, description, inputSchema: parameters }) => ({
  type: "function",
  function: { name, description, parameters },
}));

async function answer(question) {
  const messages = [{ role: "user", content: question }];
  for (;;) {
    const { choices } = await openai.chat.completions.create({ model: MODEL, messages, tools });
    const { message } = choices[0];
    messages.push(message);
    if (!message.tool_calls) return message.content;
    const results = message.tool_calls.map(async ({ id, function: { name, arguments: given } }) => {
      const { content } = await notes.callTool({ name, arguments: JSON.parse(given) });
      return { role: "tool", tool_call_id: id, content: content.map((part) => part.text).join("\n") };
    });
    messages.push(...(await Promise.all(results)));
  }
}

const handle = async (request, response) => response.end(await answer(await text(request)));
const server = createServer((request, response) => void handle(request, response));
server.listen(0, "127.0.0.1");
await once(server, "listening");
const url = `http://127.0.0.1:${server.address().port}/chat`;
for (const question of process.argv.slice(2)) {
  const response = await fetch(url, { method: "POST", body: question });
  console.log(await response.text());
}
server.close();
server.closeAllConnections();
await notes.close();
await rm(folder, { recursive: true });
