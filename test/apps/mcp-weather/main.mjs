// An ES module application: runs what its argument names, with a server of its own kind.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { fileURLToPath } from "node:url";
import OpenAI from "openai";

const { run } = await import(new URL(`./${process.argv[2]}.mjs`, import.meta.url));
const server = fileURLToPath(new URL("server.mjs", import.meta.url));
await run({ Client, StreamableHTTPClientTransport, OpenAI }, server);
