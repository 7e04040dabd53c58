import {
  Client,
  InMemoryTransport,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { McpServer } from "@modelcontextprotocol/server";
import { SSEServerTransport } from "@modelcontextprotocol/server-legacy/sse";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

export const sdk = {
  Client,
  SSEClientTransport,
  StdioClientTransport,
  StreamableHTTPClientTransport,
  InMemoryTransport,
  McpServer,
  SSEServerTransport,
  StdioServerTransport,
  StreamableHTTPServerTransport: NodeStreamableHTTPServerTransport,
  samplingRequest: "sampling/createMessage",
  elicitationRequest: "elicitation/create",
  call: (client, params, options) => client.callTool(params, options),
  z,
};
