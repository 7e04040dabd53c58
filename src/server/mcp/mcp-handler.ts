import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Ask } from "./api-reads.ts";
import { createMcpServer } from "./mcp-server.ts";

/** Answers a request of an MCP client over streamable HTTP. `ask` requests a path of the API with the access of the request. */
export async function handleMcpRequest(request: Request, ask: Ask): Promise<Response> {
  // The tools never change, so that there is nothing to subscribe to.
  return createMcpHandler(() => createMcpServer(ask), { maxSubscriptions: 0 }).fetch(request);
}
