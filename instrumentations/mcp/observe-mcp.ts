import { isFields, logger, type Fields } from "@svc/core/internal";
import { observedClients, patchForGood, topOwnerOf } from "@svc/instrumentation";
import { AI_SDK_SENDING, isAiSdkClient } from "./patching/ai-sdk-client.ts";
import {
  calling,
  RECEIVING,
  receiving,
  recordHandlersOf,
  REGISTERING,
  registering,
  sending,
  sendingMethodOf,
} from "./patching/protocol-class.ts";
import { CALLING } from "./checked-call.ts";

/**
 * Records the requests that a client of MCP sends and handles, with or without the preload. Takes a `Client` of
 * `@modelcontextprotocol/sdk` 1 or of `@modelcontextprotocol/client` 2, or a client of `@ai-sdk/mcp`. Returns the same client. With the preload a request is
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

/** Methods beside those that every client and server has: what they bring is recorded where they are found. */
const FURTHER = [
  [RECEIVING, receiving],
  [CALLING, calling],
] as const;

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
function record(protocol: Fields): boolean {
  const registrar = topOwnerOf(protocol, REGISTERING);
  const isOfAiSdk = registrar === undefined && isAiSdkClient(protocol);
  const method = isOfAiSdk ? AI_SDK_SENDING : sendingMethodOf(protocol);
  const sender = method && topOwnerOf(protocol, method.name);
  if (sender === undefined || (registrar === undefined && !isOfAiSdk)) return false;
  if (patchForGood(sender, method!.name, sending(method!)) === undefined) return false;
  if (registrar !== undefined && patchForGood(registrar, REGISTERING, registering) === undefined) return false;
  for (const [name, replacement] of FURTHER) {
    const owner = registrar && topOwnerOf(protocol, name);
    if (owner !== undefined) patchForGood(owner, name, replacement);
  }
  observedClients.set(protocol, {});
  if (registrar !== undefined) recordHandlersOf(protocol, () => true);
  return true;
}
