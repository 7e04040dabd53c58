import type { Attributes } from "@opentelemetry/api";
import { isFields, textOf, type Fields } from "@svc/core/internal";
import * as Mcp from "./attribute-names.ts";

const TRANSPORT = "_transport";
const NEGOTIATED_VERSION = "_negotiatedProtocolVersion";
const URL_OF_CLIENT = "_url";

/** Values of `network.transport` by the beginning of the names of the transports' classes. */
const KINDS: ReadonlyArray<readonly [start: RegExp, kind: string]> = [
  [/^Stdio/, "pipe"],
  [/^(?:Streamable|SSE|WebStandard|NodeStreamable)/, "tcp"],
];

/** Returns the attributes of the connection of a client or a server: its session, its version, its transport and its address. */
export function connectionAttributes(protocol: Fields): Attributes {
  const transport = protocol[TRANSPORT];
  if (!isFields(transport)) return {};
  const attributes: Attributes = {};
  const session = textOf(transport.sessionId);
  if (session !== undefined) attributes[Mcp.SESSION_ID] = session;
  const version = textOf(protocol[NEGOTIATED_VERSION]) ?? textOf(transport.protocolVersion);
  if (version !== undefined) attributes[Mcp.PROTOCOL_VERSION] = version;
  const [, kind] = KINDS.find(([start]) => start.test(transport.constructor.name)) ?? [];
  if (kind !== undefined) attributes[Mcp.NETWORK_TRANSPORT] = kind;
  const url = transport[URL_OF_CLIENT];
  if (url instanceof URL) {
    attributes[Mcp.SERVER_ADDRESS] = url.hostname;
    attributes[Mcp.SERVER_PORT] = url.port === "" ? (url.protocol === "http:" ? 80 : 443) : Number(url.port);
  }
  return attributes;
}

/** Returns the id of a request as text: ids are numbers or texts. */
export function idText(id: unknown): string | undefined {
  return typeof id === "number" ? String(id) : textOf(id);
}
