// Calls a tool of a Model Context Protocol server in the same process.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const server = new McpServer({ name: "weather", version: "1.0.0" });
const inputSchema = { city: z.string() };
server.registerTool("get_weather", { description: "Weather of a city", inputSchema }, () => ({
  content: [{ type: "text", text: '{"celsius":14}' }],
}));
const [near, far] = InMemoryTransport.createLinkedPair();
await server.connect(far);
const client = new Client({ name: "application", version: "1.0.0" });
await client.connect(near);
const { content } = await client.callTool({ name: "get_weather", arguments: { city: "Paris" } });
console.log(content[0].text);
await client.close();
