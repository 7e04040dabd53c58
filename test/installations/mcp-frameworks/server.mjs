import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { serverOf } from "../mcp-server.mjs";

await serverOf({ McpServer, z }).connect(new StdioServerTransport());
