// A CommonJS application: the server of notes.
const { McpServer, ResourceTemplate } = require("@modelcontextprotocol/sdk/server/mcp.js");
const { StdioServerTransport } = require("@modelcontextprotocol/sdk/server/stdio.js");
const { z } = require("zod");

void import("./notes-server.mjs").then(({ serve }) => serve({ McpServer, ResourceTemplate, StdioServerTransport, z }));
