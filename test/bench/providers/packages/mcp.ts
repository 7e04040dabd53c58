import { ANSWER, json, QUESTION, type ProviderPackage } from "../provider-package.ts";

interface Client {
  connect(transport: object): Promise<void>;
  callTool(params: object): Promise<unknown>;
}

interface Server {
  connect(transport: object): Promise<void>;
  setRequestHandler(schema: object, handler: () => object): void;
}

interface Module {
  readonly Client: new (info: object) => Client;
  readonly Server: new (info: object, options: object) => Server;
  readonly InMemoryTransport: { createLinkedPair(): [object, object] };
  readonly CallToolRequestSchema: object;
}

/** Client with its connection to the server in the same process. */
interface Connection {
  readonly client: Client;
  readonly connected: Promise<void>;
}

const info = { name: "bench", version: "1.0.0" };
const params = { name: "ask", arguments: { question: QUESTION } };

/** `@modelcontextprotocol/sdk`: a tool call, client and server in one process, connected in memory. */
export const mcp: ProviderPackage<Module, Connection> = {
  name: "@modelcontextprotocol/sdk",
  files: ["client/index.js", "server/index.js", "inMemory.js", "types.js"],
  isUnstreamed: true,
  client({ Client, Server, InMemoryTransport, CallToolRequestSchema }): Connection {
    const [client, server] = [new Client(info), new Server(info, { capabilities: { tools: {} } })];
    server.setRequestHandler(CallToolRequestSchema, () => ({ content: [{ type: "text", text: ANSWER }] }));
    const [ofClient, ofServer] = InMemoryTransport.createLinkedPair();
    return { client, connected: server.connect(ofServer).then(() => client.connect(ofClient)) };
  },
  caller:
    ({ client, connected }) =>
    async () => {
      await connected;
      return client.callTool(params);
    },
  answer: () => json({}),
};
