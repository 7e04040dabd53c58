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

/** Connection as one of its requests found it. The session and the version are known only after the first request. */
interface Connection {
  readonly session: string | undefined;
  readonly version: string | undefined;
  readonly url: unknown;
  readonly attributes: Attributes;
}

/** Latest connections by their transports: nearly every request finds the same one. */
const connections = new WeakMap<object, Connection>();

const NOT_CONNECTED: Attributes = {};

/**
 * Returns the attributes of the connection of a client or a server: its session, its version, its transport and its address.
 * Callers must not change the attributes.
 */
export function connectionAttributes(protocol: Fields): Attributes {
  const transport = protocol[TRANSPORT];
  if (!isFields(transport)) return NOT_CONNECTED;
  const session = textOf(transport.sessionId);
  const version = textOf(protocol[NEGOTIATED_VERSION]) ?? textOf(transport.protocolVersion);
  const url = transport[URL_OF_CLIENT];
  const known = connections.get(transport);
  if (known !== undefined && known.session === session && known.version === version && known.url === url) {
    return known.attributes;
  }
  const attributes = attributesOf(transport.constructor.name, { session, version, url });
  connections.set(transport, { session, version, url, attributes });
  return attributes;
}

function attributesOf(className: string, { session, version, url }: Omit<Connection, "attributes">): Attributes {
  const attributes: Attributes = {};
  if (session !== undefined) attributes[Mcp.SESSION_ID] = session;
  if (version !== undefined) attributes[Mcp.PROTOCOL_VERSION] = version;
  const [, kind] = KINDS.find(([start]) => start.test(className)) ?? [];
  if (kind !== undefined) attributes[Mcp.NETWORK_TRANSPORT] = kind;
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
