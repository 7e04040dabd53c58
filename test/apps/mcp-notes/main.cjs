// A CommonJS application: runs what its argument names, with a server of its own kind.
const { Client } = require("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = require("@modelcontextprotocol/sdk/client/stdio.js");
const { OpenAI } = require("openai");

void import(`./${process.argv[2]}.mjs`).then(({ run }) =>
  run({ Client, StdioClientTransport, OpenAI }, require.resolve("./server.cjs")),
);
