// Executes tools of an MCP server by frameworks, and prints what the application sees. A stand-in for OpenAI's API asks for a tool,
// and answers with its result.
import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as StdioMCPTransport } from "@ai-sdk/mcp/mcp-stdio";
import { createOpenAI } from "@ai-sdk/openai";
import { tool } from "@langchain/core/tools";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { ChatOpenAI } from "@langchain/openai";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { Agent, BatchTraceProcessor, MCPServerStdio, OpenAIProvider, Runner, setTraceProcessors } from "@openai/agents";
import { generateText, stepCountIs } from "ai";
import { createAgent } from "langchain";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { serverOf } from "../mcp-server.mjs";

const MODEL = "gpt-4o-mini";
const SERVER = {
  command: process.execPath,
  args: [fileURLToPath(new URL("server.mjs", import.meta.url))],
  env: process.env,
};

async function listen(handle) {
  const server = createServer((request, response) => void handle(request, response));
  await new Promise((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, stop };
}

/** Asks for the tool that the question names, with the numbers of the question; then answers with the result. */
const model = await listen(async (request, response) => {
  const { messages } = JSON.parse(await text(request));
  const last = messages.at(-1);
  const [, name, ...numbers] = /^(\S+) (\d+) (\d+)$/.exec(messages.find(({ role }) => role === "user").content);
  const [a, b] = numbers.map(Number);
  const call = { id: "call_1", type: "function", function: { name, arguments: JSON.stringify({ a, b }) } };
  const message =
    last.role === "tool"
      ? { role: "assistant", content: "Done." }
      : { role: "assistant", content: null, tool_calls: [call] };
  const finish_reason = last.role === "tool" ? "stop" : "tool_calls";
  const body = {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: MODEL,
    choices: [{ index: 0, message, finish_reason }],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  };
  response.setHeader("content-type", "application/json").end(JSON.stringify(body));
});
const notes = await listen(async (request, response) => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  await serverOf({ McpServer, z }).connect(transport);
  await transport.handleRequest(request, response);
});

const seen = {};
const configuration = { apiKey: "a key" };

const adapters = new MultiServerMCPClient({ mcpServers: { notes: { transport: "stdio", ...SERVER } } });
const tools = await adapters.getTools();
const prefixing = new MultiServerMCPClient({
  prefixToolNameWithServerName: true,
  mcpServers: { notes: { transport: "stdio", ...SERVER } },
});
const prefixed = await prefixing.getTools();
const chat = new ChatOpenAI({ model: MODEL, ...configuration, maxRetries: 0, configuration: { baseURL: model.url } });
const agent = (given) => createAgent({ model: chat, tools: given });
const ask = async (given, content) => {
  const { messages } = await agent(given).invoke({ messages: [{ role: "user", content }] });
  return messages.map((message) => message.content);
};
seen.langchain = await ask(tools, "add 2 3");
seen.prefixed = await ask(prefixed, "notes__add 4 5");
const direct = await adapters.getClient("notes");
const report = tool(
  async ({ a, b }) => {
    const one = await direct.callTool({ name: "add", arguments: { a, b } });
    const two = await direct.callTool({ name: "add", arguments: { a: b, b: a } });
    return one.content[0].text + two.content[0].text;
  },
  { name: "report", description: "report", schema: z.object({ a: z.number(), b: z.number() }) },
);
seen.wrapped = await ask([report], "report 1 2");
seen.failing = await tools
  .find(({ name }) => name === "fail")
  .invoke({})
  .catch((error) => `${error.constructor.name} ${error.message}`);
seen.many = await Promise.all(Array.from({ length: 20 }, (_, a) => ask(tools, `add ${a} 100`)));

const openai = createOpenAI({ ...configuration, baseURL: model.url });
const clients = {
  stdio: await createMCPClient({ transport: new StdioMCPTransport(SERVER) }),
  http: await createMCPClient({ transport: { type: "http", url: notes.url } }),
};
const generate = async (client, prompt) => {
  const result = await generateText({
    model: openai.chat(MODEL),
    prompt,
    tools: await client.tools(),
    stopWhen: stepCountIs(3),
  });
  return [result.text, ...result.steps.flatMap(({ toolResults }) => toolResults.map(({ output }) => output))];
};
for (const [name, client] of Object.entries(clients)) {
  seen[name] = await generate(client, "add 2 3");
  seen[`${name} failing`] = await generate(client, "fail 0 0");
  seen[`${name} many`] = await Promise.all(Array.from({ length: 20 }, (_, a) => generate(client, `add ${a} 100`)));
  seen[`${name} direct`] = await client.callTool({ name: "add", arguments: { a: 7, b: 8 } });
}
// Without a key, the exporter of the default warns once for each batch, and the number of batches depends on the time.
setTraceProcessors([new BatchTraceProcessor({ export: async () => {} })]);
const server = new MCPServerStdio({ name: "notes", ...SERVER });
await server.connect();
const runner = new Runner({
  modelProvider: new OpenAIProvider({ ...configuration, baseURL: model.url, useResponses: false }),
});
const adder = new Agent({ name: "Adder", model: MODEL, mcpServers: [server] });
const run = async (question) => {
  const { finalOutput, newItems } = await runner.run(adder, question);
  return [finalOutput, ...newItems.flatMap(({ output }) => output ?? [])];
};
seen.agents = await run("add 2 3");
seen["agents failing"] = await run("fail 0 0");
seen["agents many"] = await Promise.all(Array.from({ length: 20 }, (_, a) => run(`add ${a} 100`)));
await server.close();

console.log(JSON.stringify({ seen, maker: [createMCPClient.name, createMCPClient.length] }));
await Promise.all([adapters.close(), prefixing.close(), ...Object.values(clients).map((client) => client.close())]);
for (const server of [model, notes]) server.stop();
