import { isFields } from "@svc/core/internal";
import {
  observedClients,
  ownData,
  type Patch,
  type PatchedExport,
  type Patches,
  patchForGood,
  type ReplacementOf,
  topOwnerOf,
} from "@svc/instrumentation";
import { AGENTS_SOCKET_FILES, realtimeFilesOf, RESPONSES_SOCKET_FILES } from "./realtime-files.ts";
import { RealtimeSession } from "./realtime-session.ts";
import { ResponsesSession } from "./responses-session.ts";
import { connectionOf, type SessionOf, type SocketEvents } from "./socket-connection.ts";

interface SocketClass {
  /** Paths of the files that export the class, relative to the package. */
  readonly files: readonly string[];
  readonly name: string;
  /** Method that sends an event, in every version that has the class. */
  readonly sends: string;
  /** Method that newer versions have for some events. */
  readonly sendsToo?: string;
  /** Method that connects; absent where the constructor does. */
  readonly connects?: string;
  readonly sessionOf: SessionOf;
  /** Names of the client's events; by default those of the `openai` package. */
  readonly events?: SocketEvents;
}

const REALTIME: SocketClass = {
  files: realtimeFilesOf("ws"),
  name: "OpenAIRealtimeWS",
  sends: "send",
  sendsToo: "sendResponseCreate",
  sessionOf: (connection) => new RealtimeSession(connection),
};

const RESPONSES: SocketClass = {
  files: RESPONSES_SOCKET_FILES,
  name: "ResponsesWSBase",
  sends: "send",
  sessionOf: (connection) => new ResponsesSession(connection),
};

/** Socket of the Agents SDK, which has its own. */
const AGENTS: SocketClass = {
  ...REALTIME,
  files: AGENTS_SOCKET_FILES,
  name: "OpenAIRealtimeWebSocket",
  sends: "sendEvent",
  connects: "connect",
  events: { event: "*", close: "disconnected", isOneTask: true },
};

const CLASSES: readonly SocketClass[] = [
  REALTIME,
  { ...REALTIME, files: realtimeFilesOf("websocket"), name: "OpenAIRealtimeWebSocket" },
  RESPONSES,
];

const patchOf = (row: SocketClass): PatchedExport => ({
  files: row.files,
  patch: (exports, patches) => recordClass(row, exports, patches),
});

/** Patches of the classes of `openai`, for an instrumentation. */
export const SOCKET_PATCHES: readonly PatchedExport[] = CLASSES.map(patchOf);

/** Patches of the class of the Agents SDK. */
export const AGENTS_SOCKET_PATCHES: readonly PatchedExport[] = [patchOf(AGENTS)];

/** Records the responses of one client, for good. Returns false for a value that is not a client of a socket. */
export function recordClient(client: unknown): client is object {
  if (!isFields(client) || typeof client.on !== "function") return false;
  // Only a client of the Responses API keeps the client whose address and key it uses.
  const row = isFields(ownData(client, "_client")) ? RESPONSES : REALTIME;
  const owner = topOwnerOf(client, row.sends);
  if (owner === undefined || patchForGood(owner, row.sends, sending(row)) === undefined) return false;
  const owningToo = row.sendsToo === undefined ? undefined : topOwnerOf(client, row.sendsToo);
  if (owningToo) patchForGood(owningToo, row.sendsToo!, sending(row));
  connectionOf(client, row.sessionOf);
  return true;
}

/** Records the clients of the class in a loaded file. Returns the names that are missing. */
function recordClass(row: SocketClass, exports: unknown, patches: Patches): string[] {
  const found = isFields(exports) ? exports[row.name] : undefined;
  const prototype: unknown = typeof found === "function" ? found.prototype : undefined;
  if (!isFields(prototype)) return [`class ${row.name}`];
  if (row.sendsToo !== undefined) patches.add(prototype, row.sendsToo, sending(row));
  if (row.connects !== undefined && !patches.add(prototype, row.connects, connecting(row))) {
    return [`${row.name}.${row.connects}`];
  }
  return patches.add(prototype, row.sends, (method, patch) => {
    if (row.connects === undefined) connectingWhileUsed(prototype, patch, row.sessionOf);
    return sending(row)(method, patch);
  })
    ? []
    : [`${row.name}.${row.sends}`];
}

/** Listens to a client from its first connection on. */
function connecting({ sessionOf, events }: SocketClass): ReplacementOf {
  return (method, patch) =>
    function connect(this: unknown, ...args: unknown[]): unknown {
      if (isFields(this) && isRecorded(this, patch)) connectionOf(this, sessionOf, events);
      return Reflect.apply(method, this, args);
    };
}

function sending({ sessionOf, events }: SocketClass): ReplacementOf {
  return (method, patch) =>
    function send(this: unknown, ...args: unknown[]): unknown {
      const send = (): unknown => Reflect.apply(method, this, args);
      if (!isFields(this) || !isRecorded(this, patch)) return send();
      return connectionOf(this, sessionOf, events).send(args[0], send);
    };
}

function isRecorded(client: object, patch: Patch): boolean {
  return patch.users > 0 || (patch.isPermanent && observedClients.has(client));
}

/**
 * Listens to each new client from the moment at which its constructor sets `socket`: in the context of the code that connects,
 * and before the first event. The client has the field as its own, as without this.
 */
function connectingWhileUsed(prototype: object, patch: Patch, sessionOf: SessionOf): void {
  Object.defineProperty(prototype, "socket", {
    configurable: true,
    set(this: object, value: unknown) {
      Object.defineProperty(this, "socket", { value, writable: true, enumerable: true, configurable: true });
      if (isRecorded(this, patch)) connectionOf(this, sessionOf);
    },
  });
}
