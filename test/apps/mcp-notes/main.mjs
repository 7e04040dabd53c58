// An ES module application: runs what its argument names, with a server of its own kind.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { fileURLToPath } from "node:url";
import OpenAI from "openai";

const { run } = await import(new URL(`./${process.argv[2]}.mjs`, import.meta.url));
await run({ Client, StdioClientTransport, OpenAI }, fileURLToPath(new URL("server.mjs", import.meta.url)));
