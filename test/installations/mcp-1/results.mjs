import {
  InMemoryTaskMessageQueue,
  InMemoryTaskStore,
} from "@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema as callRequest,
  CreateTaskResultSchema as createTaskResult,
  ListToolsRequestSchema as listRequest,
} from "@modelcontextprotocol/sdk/types.js";
import { readResults } from "../mcp-results.mjs";
import { sdk } from "./sdk.mjs";

const tasks = { InMemoryTaskMessageQueue, InMemoryTaskStore, createTaskResult };
await readResults({ ...sdk, ...tasks, Server, callRequest, listRequest });
