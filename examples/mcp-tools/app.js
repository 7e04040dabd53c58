// Gives a model the tools of an MCP server, which runs in a process of its own.
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { startActiveObservation } from "@svc/tracing";
import OpenAI from "openai";

const question = process.argv[2] ?? "Do you have Invisible Cities?";
const openai = new OpenAI();
const bookshop = new Client({ name: "assistant", version: "1.0.0" });
// The server has the keys, and is traced like its client, when it gets the environment.
await bookshop.connect(
  new StdioClientTransport({ command: process.execPath, args: ["server.js"], env: { ...process.env } }),
);
const { tools: listed } = await bookshop.listTools();
const tools = listed.map(({ name, description, inputSchema: parameters }) => ({
  type: "function",
  function: { name, description, parameters },
}));

const answer = await startActiveObservation(
  "assistant",
  async (agent) => {
    const messages = [{ role: "user", content: question }];
    agent.update({ input: question });
    for (;;) {
      const { choices } = await openai.chat.completions.create({ model: "gpt-4.1-mini", messages, tools });
      const { message } = choices[0];
      if (!message.tool_calls) {
        agent.update({ output: message.content });
        return message.content;
      }
      messages.push(message);
      for (const { id, function: call } of message.tool_calls) {
        const { content } = await bookshop.callTool({ name: call.name, arguments: JSON.parse(call.arguments) });
        messages.push({ role: "tool", tool_call_id: id, content: content.map(({ text }) => text).join("\n") });
      }
    }
  },
  { asType: "agent" },
);
console.log(answer);
await bookshop.close();
