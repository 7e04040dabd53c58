import { isFields, logger } from "@svc/core/internal";
import { observedClients, patchForGood, topOwnerOf } from "@svc/instrumentation";
import { recordHandlersOf, REGISTERING, registering, sending, sendingMethodOf } from "./patching/protocol-class.ts";

/**
 * Records the requests that a client of MCP sends and handles, with or without the preload. Takes a `Client` of
 * `@modelcontextprotocol/sdk` 1 or of `@modelcontextprotocol/client` 2. Returns the same client. With the preload a request is
 * still recorded once. Never throws: logs a warning for a value that is not such a client, and returns the value.
 *
 * Without the preload, start an OpenTelemetry SDK with the `SvcSpanProcessor` of `@svc/otel`.
 *
 * @example
 * const client = observeMcpClient(new Client({ name: "chat", version: "1.0.0" }));
 */
export function observeMcpClient<T extends object>(client: T): T {
  observe("observeMcpClient", client, client);
  return client;
}

/**
 * Records the requests that a server of MCP handles and sends, with or without the preload. Takes an `McpServer` or a `Server`
 * of `@modelcontextprotocol/sdk` 1 or of `@modelcontextprotocol/server` 2, with or without its tools. Returns the same server.
 * With the preload a request is still recorded once. Never throws: logs a warning for a value that is not such a server, and
 * returns the value.
 *
 * Without the preload, start an OpenTelemetry SDK with the `SvcSpanProcessor` of `@svc/otel`.
 *
 * @example
 * const server = observeMcpServer(new McpServer({ name: "weather", version: "1.0.0" }));
 */
export function observeMcpServer<T extends object>(server: T): T {
  const { server: inner } = server as { server?: unknown };
  observe("observeMcpServer", server, isFields(inner) ? inner : server);
  return server;
}

function observe(functionName: string, given: unknown, protocol: unknown): void {
  try {
    const isRecorded = isFields(given) && isFields(protocol) && record(protocol);
    if (!isRecorded) {
      logger.warnOnce(`${functionName} was not given a client or a server of MCP: nothing of it is recorded.`);
    }
  } catch (error) {
    logger.errorOnce(
      `${functionName} failed: the requests are not recorded. The client or server works as before.`,
      error,
    );
  }
}

/** Records the requests of one client or server, for good. Returns false when it has not the methods of one. */
function record(protocol: Readonly<Record<string, unknown>>): boolean {
  const method = sendingMethodOf(protocol);
  const sender = method && topOwnerOf(protocol, method.name);
  const registrar = topOwnerOf(protocol, REGISTERING);
  if (method === undefined || sender === undefined || registrar === undefined) return false;
  const isPatched =
    patchForGood(sender, method.name, sending(method)) && patchForGood(registrar, REGISTERING, registering);
  if (!isPatched) return false;
  observedClients.set(protocol, {});
  recordHandlersOf(protocol, () => true);
  return true;
}
