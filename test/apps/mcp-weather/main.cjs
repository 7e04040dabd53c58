// A CommonJS application: runs what its argument names, with a server of its own kind.
const { Client, StreamableHTTPClientTransport } = require("@modelcontextprotocol/client");
const { OpenAI } = require("openai");

void import(`./${process.argv[2]}.mjs`).then(({ run }) =>
  run({ Client, StreamableHTTPClientTransport, OpenAI }, require.resolve("./server.cjs")),
);
