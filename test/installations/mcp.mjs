// Speaks MCP by every transport, and prints what the application sees. `sdk` has the classes of one version of the SDK.
import { createServer } from "node:http";
import { randomUUID } from "node:crypto";
import { serverOf } from "./mcp-server.mjs";

const shown = (value) =>
  JSON.parse(JSON.stringify(value, (name, nested) => (name === "_meta" || name === "stack" ? undefined : nested)));

async function attempt(call) {
  try {
    return { result: shown(await call()) };
  } catch (error) {
    return { error: { class: error.constructor.name, code: error.code, message: error.message } };
  }
}

/** Calls of every kind, and calls that end in unusual ways. */
const CALLS = {
  list: (client) => client.listTools().then(({ tools }) => tools.length),
  ping: (client) => client.ping(),
  add: (client) => client.callTool({ name: "add", arguments: { a: 2, b: 3 } }),
  own: (client) =>
    client.callTool({ name: "add", arguments: { a: 1, b: 1 }, _meta: { "app/own": 1, baggage: "app=1" } }),
  picture: (client) => client.callTool({ name: "picture", arguments: {} }),
  prompt: (client) => client.getPrompt({ name: "greet", arguments: { who: "Ann" } }),
  resource: (client) => client.readResource({ uri: "note://1" }),
  count: async (client, { call, isInMemory }) => {
    const seen = [];
    const result = await call(client, { name: "count", arguments: {} }, { onprogress: (one) => seen.push(one) });
    // In one piece of a stream, the SDK hears the result before the progress.
    return isInMemory ? { seen, result } : result;
  },
  summarise: (client) => client.callTool({ name: "summarise", arguments: { topic: "tides" } }),
  remove: (client) => client.callTool({ name: "remove", arguments: {} }),
  fail: (client) => client.callTool({ name: "fail", arguments: {} }),
  invalid: (client) => client.callTool({ name: "add", arguments: { a: "secret" } }),
  missing: (client) => client.getPrompt({ name: "no such prompt" }),
  timeout: (client, { call }) => call(client, { name: "slow", arguments: {} }, { timeout: 50 }),
  abort: async (client, { call }) => {
    const controller = new AbortController();
    const result = call(client, { name: "slow", arguments: {} }, { signal: controller.signal });
    setTimeout(() => controller.abort("changed my mind"), 20);
    return result;
  },
  many: (client) =>
    Promise.all(Array.from({ length: 20 }, (_, a) => client.callTool({ name: "add", arguments: { a, b: 100 } }))),
};

/** Starts an HTTP server for one transport; returns its address and how to stop it. */
async function serve(handle) {
  const server = createServer((request, response) => void handle(request, response));
  await new Promise((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => void server.close(resolve));
  };
  return { url: new URL(`http://127.0.0.1:${server.address().port}/mcp`), stop };
}

/** Transports: each returns that of the client, and how to stop the server. */
const TRANSPORTS = {
  memory: async (sdk) => {
    const [ofClient, ofServer] = sdk.InMemoryTransport.createLinkedPair();
    await serverOf(sdk).connect(ofServer);
    return { transport: ofClient, stop: async () => {} };
  },
  stdio: ({ StdioClientTransport, server }) => ({
    // By default the SDK gives a server few variables, and so neither the preload nor the keys.
    transport: new StdioClientTransport({
      command: process.execPath,
      args: [server],
      ...(process.env.SERVER_ALONE === undefined && { env: process.env }),
    }),
    stop: async () => {},
  }),
  stateless: async (sdk) => {
    const { url, stop } = await serve(async (request, response) => {
      const transport = new sdk.StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
      await serverOf(sdk).connect(transport);
      await transport.handleRequest(request, response);
    });
    return { transport: new sdk.StreamableHTTPClientTransport(url), stop };
  },
  sessions: async (sdk) => {
    const transport = new sdk.StreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
    await serverOf(sdk).connect(transport);
    const { url, stop } = await serve((request, response) => transport.handleRequest(request, response));
    return { transport: new sdk.StreamableHTTPClientTransport(url), stop };
  },
  sse: async (sdk) => {
    let transport;
    const { url, stop } = await serve(async (request, response) => {
      if (request.method === "POST") await transport.handlePostMessage(request, response);
      else {
        transport = new sdk.SSEServerTransport("/messages", response);
        await serverOf(sdk).connect(transport);
      }
    });
    return { transport: new sdk.SSEClientTransport(url), stop };
  },
};

/** A stateless server cannot ask back. */
const ASKS_BACK = new Set(["summarise", "remove"]);
/** Every call goes by these transports; by the others only some do. */
const WHOLE = new Set(["memory", "stdio", "sessions"]);
const SOME = new Set(["list", "add", "picture", "prompt", "summarise", "fail", "many"]);

export async function converse(sdk) {
  const seen = {};
  const only = process.env.TRANSPORT;
  for (const [name, open] of Object.entries(TRANSPORTS)) {
    if (only !== undefined && name !== only) continue;
    const { transport, stop } = await open(sdk);
    const client = new sdk.Client(
      { name: "chat", version: "1.0.0" },
      { capabilities: { sampling: {}, elicitation: {} } },
    );
    client.setRequestHandler(sdk.samplingRequest, ({ params }) => ({
      model: "gpt-4o-mini",
      role: "assistant",
      content: { type: "text", text: `About ${params.messages[0].content.text}` },
    }));
    client.setRequestHandler(sdk.elicitationRequest, () => ({ action: "accept", content: { sure: true } }));
    await client.connect(transport);
    const results = {};
    for (const [call, make] of Object.entries(CALLS)) {
      if (name === "stateless" && ASKS_BACK.has(call)) continue;
      if (WHOLE.has(name) || SOME.has(call)) {
        results[call] = await attempt(() => make(client, { ...sdk, isInMemory: name === "memory" }));
      }
    }
    if (name === "stdio") results.die = await attempt(() => client.callTool({ name: "die", arguments: {} }));
    await client.close();
    await stop();
    seen[name] = results;
  }
  console.log(JSON.stringify(seen));
}
