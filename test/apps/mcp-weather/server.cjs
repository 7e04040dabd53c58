// A CommonJS application: the weather server.
const { NodeStreamableHTTPServerTransport } = require("@modelcontextprotocol/node");
const { McpServer } = require("@modelcontextprotocol/server");
const { z } = require("zod");

void import("./weather-server.mjs").then(({ serve }) => serve({ McpServer, NodeStreamableHTTPServerTransport, z }));
