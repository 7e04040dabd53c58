// Weather server over streamable HTTP, one session for each client. Has its forecasts put into words by the model of the client.
// Prints its address.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";

/** Returns tomorrow's degrees in a harbour; undefined for every fifth one, which has no station. */
function degreesIn(city) {
  const place = Number(/\d+$/.exec(city));
  return place % 5 === 4 ? undefined : place - 4;
}

export function serve({ McpServer, NodeStreamableHTTPServerTransport, z }) {
  function weatherServer() {
    const server = new McpServer({ name: "weather", version: "1.0.0" });
    server.registerTool(
      "forecast",
      { description: "Tells tomorrow's weather", inputSchema: z.object({ city: z.string() }) },
      async ({ city }, ctx) => {
        const degrees = degreesIn(city);
        if (degrees === undefined) throw new Error("There is no station");
        const question = `Tell in a few words that it will be ${degrees} °C in ${city}.`;
        const { content } = await server.server.createMessage(
          { messages: [{ role: "user", content: { type: "text", text: question } }], maxTokens: 50 },
          { relatedRequestId: ctx.mcpReq.id },
        );
        return { content: [content] };
      },
    );
    server.registerPrompt("report", { argsSchema: z.object({ city: z.string() }) }, ({ city }) => ({
      messages: [{ role: "user", content: { type: "text", text: `What is the weather in ${city}?` } }],
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
}
