// MCP server of a bookshop, on stdio. Its process is a part of the client's trace.
import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const STOCK = new Map([["Invisible Cities", { copies: 3, shelf: 12 }]]);

const server = new McpServer({ name: "bookshop", version: "1.0.0" });
server.registerTool(
  "stock_of",
  { description: "Says how many copies of a book there are", inputSchema: z.object({ title: z.string() }) },
  ({ title }) => ({ content: [{ type: "text", text: JSON.stringify(STOCK.get(title) ?? { copies: 0 }) }] }),
);
await server.connect(new StdioServerTransport());
