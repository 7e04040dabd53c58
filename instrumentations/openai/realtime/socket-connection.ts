import { context, type Context } from "@opentelemetry/api";
import { isFields, isOwnedCall, SUPPRESS_TRACING, textOf } from "@svc/core/internal";
import {
  configOfCall,
  endWhenCollected,
  logFault,
  observedClients,
  ObservedCall,
  type Operation,
  ownData,
  shadow,
  startConfigured,
} from "@svc/instrumentation";
import { OPENAI } from "../library.ts";
import type { Connection, SocketSession } from "./socket-session.ts";

/** Client of a socket: an emitter of the events of the server. */
interface SocketClient {
  on(name: string, listener: (...args: never[]) => void): unknown;
}

/** Socket, as a client sends by it. */
interface Sender {
  readonly send: (this: unknown, ...args: unknown[]) => unknown;
}

/** Maximum number of events that are remembered until the socket is open. */
const MAX_QUEUED = 100;

export type SessionOf = (connection: Connection) => SocketSession;

/** Names by which a client reports what its socket brings. */
export interface SocketEvents {
  /** Every event of the server. */
  readonly event: string;
  /** The end of the connection. */
  readonly close: string;
  /** True when what the application sends belongs to the context in which the client was connected, wherever it is sent. */
  readonly isOneTask?: true;
}

const EVENTS: SocketEvents = { event: "event", close: "close" };

const KEY: unique symbol = Symbol.for("svc.socket-connections") as never;

/** Connections of the process, shared by all copies of this code: each client is heard once. */
function sharedConnections(): WeakMap<object, SocketConnection> {
  const holder = globalThis as { [KEY]?: WeakMap<object, SocketConnection> };
  if (holder[KEY] === undefined) Object.defineProperty(holder, KEY, { value: new WeakMap() });
  return holder[KEY]!;
}

/** Returns the connection of a client. The first call for a client begins to listen to it. */
export function connectionOf(client: object, sessionOf: SessionOf, events: SocketEvents = EVENTS): SocketConnection {
  const connections = sharedConnections();
  let connection = connections.get(client);
  if (connection === undefined) {
    connection = new SocketConnection(client, sessionOf, events);
    connections.set(client, connection);
    connection.listenTo(client as SocketClient);
  }
  return connection;
}

/**
 * Connection of one client. Listens with the client's public methods, and changes nothing of the client. No method throws: an
 * error in recording is logged and does not reach the application.
 */
export class SocketConnection implements Connection {
  readonly context: Context = context.active();
  /** Held weakly: whoever waits for the client to be collected must not hold the client. */
  readonly #client: WeakRef<object>;
  /** Address of the socket, where calls find it without the client. */
  readonly #address: { readonly url: unknown };
  readonly #session: SocketSession;
  readonly #events: SocketEvents;
  #socket: unknown;
  /** Event that the client is sending, until its socket has it. */
  #sending: unknown;
  /** Texts of the events that the client keeps until its socket is open. */
  readonly #queued = new Set<string>();

  constructor(client: object, sessionOf: SessionOf, events: SocketEvents) {
    this.#events = events;
    this.#client = new WeakRef(client);
    this.#address = { url: ownData(client, "url") };
    this.#session = sessionOf(this);
  }

  get model(): string | undefined {
    const { url } = this.#address;
    if (!(url instanceof URL)) return undefined;
    return textOf(url.searchParams.get("model")) ?? textOf(url.searchParams.get("deployment"));
  }

  start(operation: Operation, request: unknown, parent: Context): ObservedCall | undefined {
    const client = this.#client.deref();
    if (client === undefined || parent.getValue(SUPPRESS_TRACING) === true || isOwnedCall(parent)) return undefined;
    // A client of the Responses API keeps the client whose address and key it uses. A Realtime client has an address only.
    const owner = operation.library === OPENAI ? ownData(client, "_client") : this.#address;
    const config = configOfCall(parent, observedClients.get(client));
    if (config === undefined) return new ObservedCall(operation, owner, request, parent);
    return context.with(parent, () =>
      startConfigured(config, () => new ObservedCall(operation, owner, request, context.active(), config)),
    );
  }

  /** Begins to listen. The application's own listeners come later, and hear the same. */
  listenTo(client: SocketClient): void {
    client.on(this.#events.event, (event: unknown) => {
      this.#listenToSocket();
      if (isFields(event)) this.#safely(() => this.#session.received(event, context.active()));
    });
    // A client that connects again on its own reports it. What was in progress is lost then.
    client.on("reconnecting", () => this.closed(undefined));
    client.on("reconnected", () => this.#listenToSocket());
    client.on(this.#events.close, (code: unknown) => this.closed(code));
    endWhenCollected(client, this);
    this.#listenToSocket();
  }

  /** Notes an event that the application sends, and has the client send it. */
  send<T>(event: unknown, send: () => T): T {
    this.#listenToSocket();
    this.#note(event);
    this.#sending = event;
    try {
      return send();
    } finally {
      this.#safely(() => this.#keepQueued());
    }
  }

  closed(code: unknown): void {
    this.#queued.clear();
    this.#safely(() => this.#session.closed(typeof code === "number" ? code : undefined));
  }

  /** Notes what goes to the socket past the client, as from the lanes of a session of the Responses API. */
  #sentBySocket(data: unknown): void {
    const isOfClient = this.#sending !== undefined;
    this.#sending = undefined;
    if (isOfClient || typeof data !== "string" || this.#queued.delete(data)) return;
    this.#note(JSON.parse(data));
  }

  /** Remembers an event that the client has not sent yet: its text will come to the socket. */
  #keepQueued(): void {
    const event = this.#sending;
    this.#sending = undefined;
    if (event === undefined || this.#session.readsSocket !== true) return;
    if (this.#queued.size < MAX_QUEUED) this.#queued.add(JSON.stringify(event));
  }

  #note(event: unknown): void {
    const from = this.#events.isOneTask === true ? this.context : context.active();
    this.#safely(() => this.#session.sent(event, from));
  }

  /** Called when the client has been garbage-collected. */
  endUnread(): void {
    this.closed(undefined);
  }

  /** Listens to the end of the client's socket, which is another one after the client has connected again. */
  #listenToSocket(): void {
    const socket = ownData(this.#client.deref(), "socket");
    if (socket === this.#socket || !isFields(socket)) return;
    this.#socket = socket;
    this.#safely(() => {
      const { addEventListener: listen } = socket;
      // An adapter around a socket has no such method. Its client reports the end of the connection.
      if (typeof listen !== "function") return;
      Reflect.apply(listen, socket, ["close", ({ code }: { code: unknown }) => this.closed(code)]);
    });
    if (this.#session.readsSocket === true) this.#safely(() => this.#readSocket(socket as unknown as Sender));
  }

  #readSocket(socket: Sender): void {
    const send = socket.send as Sender["send"] | undefined;
    if (typeof send !== "function") return;
    const note = (data: unknown): void => this.#safely(() => this.#sentBySocket(data));
    shadow(socket, "send", function sendNoted(this: unknown, ...args) {
      note(args[0]);
      return Reflect.apply(send, this, args);
    });
  }

  #safely(fn: () => void): void {
    try {
      fn();
    } catch (error) {
      logFault(OPENAI, "an event of a socket", error);
    }
  }
}
