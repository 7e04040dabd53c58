const tasks = require("@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js");
const { Server } = require("@modelcontextprotocol/sdk/server/index.js");
const {
  CallToolRequestSchema: callRequest,
  CreateTaskResultSchema: createTaskResult,
  ListToolsRequestSchema: listRequest,
} = require("@modelcontextprotocol/sdk/types.js");
const { sdk } = require("./sdk.cjs");

void import("../mcp-results.mjs").then(({ readResults }) =>
  readResults({ ...sdk, ...tasks, createTaskResult, Server, callRequest, listRequest }),
);
