// Weather server over streamable HTTP, one session for each client. Has its forecasts put into words by the model of the client.
// Prints its address.
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { McpServer } from "@modelcontextprotocol/server";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

const DEGREES = new Map([
  ["Oslo", -4],
  ["Rome", 21],
]);

function weatherServer() {
  const server = new McpServer({ name: "weather", version: "1.0.0" });
  server.registerTool(
    "forecast",
    { description: "Tells tomorrow's weather", inputSchema: z.object({ city: z.string() }) },
    async ({ city }, ctx) => {
      const degrees = DEGREES.get(city);
      if (degrees === undefined) throw new Error(`There is no station in ${city}`);
      const question = `Tell in a few words that it will be ${degrees} °C in ${city}.`;
      const { content } = await server.server.createMessage(
        { messages: [{ role: "user", content: { type: "text", text: question } }], maxTokens: 50 },
        { relatedRequestId: ctx.mcpReq.id },
      );
      return { content: [content] };
    },
  );
  server.registerPrompt("packing", { argsSchema: z.object({ city: z.string() }) }, ({ city }) => ({
    messages: [{ role: "user", content: { type: "text", text: `What do I pack for ${city}?` } }],
  }));
  return server;
}

const sessions = new Map();

async function handle(request, response) {
  const body = request.method === "POST" ? await json(request) : undefined;
  let transport = sessions.get(request.headers["mcp-session-id"]);
  if (transport === undefined) {
    transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await weatherServer().connect(transport);
  }
  await transport.handleRequest(request, response, body);
}

const server = createServer((request, response) => void handle(request, response));
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
process.on("SIGTERM", () => process.exit(0));
