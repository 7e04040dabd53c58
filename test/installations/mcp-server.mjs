// Server of the programs that speak MCP: tools that answer, fail, ask back, hang and end the process, a prompt and a resource.

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const text = (value) => ({ content: [{ type: "text", text: String(value) }] });

/** Returns the parts of a handler's second argument that versions 1 and 2 have in different places. */
function partsOf(extra) {
  const { mcpReq: request, ...rest } = extra;
  const { id = rest.requestId, signal, _meta: meta } = request ?? rest;
  return { id, signal, meta, notify: (one) => (request ? request.notify(one) : rest.sendNotification(one)) };
}

/** Makes a server of this version of the SDK. */
export function serverOf({ McpServer, z }) {
  const server = new McpServer({ name: "notes", version: "1.0.0" });
  const tool = (name, inputSchema, handler) => server.registerTool(name, { description: name, inputSchema }, handler);
  const numbers = { a: z.number(), b: z.number() };
  tool("add", numbers, ({ a, b }) => text(a + b));
  tool("picture", {}, () => ({ content: [{ type: "image", data: PNG, mimeType: "image/png" }] }));
  tool("fail", {}, () => {
    throw new Error("The disk is full");
  });
  tool("slow", {}, (_args, extra) => {
    const { signal } = partsOf(extra);
    return new Promise((resolve) => void signal.addEventListener("abort", () => resolve(text("late"))));
  });
  tool("count", {}, async (_args, extra) => {
    const { meta, notify } = partsOf(extra);
    for (const progress of [1, 2]) {
      const params = { progressToken: meta.progressToken, progress, total: 2 };
      await notify({ method: "notifications/progress", params });
    }
    return text("counted");
  });
  tool("summarise", { topic: z.string() }, async ({ topic }, extra) => {
    const messages = [{ role: "user", content: { type: "text", text: `Summarise ${topic}` } }];
    const { id: relatedRequestId } = partsOf(extra);
    const answer = await server.server.createMessage({ messages, maxTokens: 9 }, { relatedRequestId });
    return text(answer.content.text);
  });
  tool("remove", {}, async (_args, extra) => {
    const requestedSchema = { type: "object", properties: { sure: { type: "boolean" } } };
    const { id: relatedRequestId } = partsOf(extra);
    const answer = await server.server.elicitInput({ message: "Sure?", requestedSchema }, { relatedRequestId });
    return text(answer.action);
  });
  tool("die", {}, () => process.exit(3));
  server.registerPrompt("greet", { argsSchema: { who: z.string() } }, ({ who }) => ({
    messages: [{ role: "user", content: { type: "text", text: `Hello ${who}` } }],
  }));
  server.registerResource("note", "note://1", {}, () => ({
    contents: [
      { uri: "note://1", mimeType: "text/plain", text: "Buy milk" },
      { uri: "note://1/photo", mimeType: "image/png", blob: PNG },
    ],
  }));
  return server;
}
