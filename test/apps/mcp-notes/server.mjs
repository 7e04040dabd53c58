// An ES module application: the server of notes.
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { serve } from "./notes-server.mjs";

await serve({ McpServer, ResourceTemplate, StdioServerTransport, z });
