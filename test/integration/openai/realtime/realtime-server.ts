/**
 * Stand-in of the Realtime API and of the Responses API over a socket. No conversation of theirs is recorded in this repository:
 * the events are written here, in the form that the API's reference and the types of the `openai` package describe.
 */
import { readFileSync } from "node:fs";
import { createServer as createPlainServer, type Server } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { WebSocketServer, type WebSocket } from "ws";
import { FIXTURES } from "../../../support/paths.ts";

export interface ApiEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Server's side of one connection. */
export class Peer {
  readonly socket: WebSocket;
  readonly path: string;
  readonly #received: ApiEvent[] = [];
  #notify: () => void = () => undefined;

  constructor(socket: WebSocket, path: string) {
    this.socket = socket;
    this.path = path;
    socket.on("message", (data) => {
      this.#received.push(JSON.parse((data as Buffer).toString()) as ApiEvent);
      this.#notify();
    });
    socket.on("close", () => this.#notify());
  }

  send(...events: readonly ApiEvent[]): void {
    for (const event of events) this.socket.send(JSON.stringify(event));
  }

  /** Returns the next event of this type; events before it are dropped. */
  async next(type: string): Promise<ApiEvent> {
    for (;;) {
      for (let event = this.#received.shift(); event; event = this.#received.shift()) {
        if (event.type === type) return event;
      }
      if (this.socket.readyState > 1) throw new Error(`The connection closed before ${type}`);
      await new Promise<void>((resolve) => (this.#notify = resolve));
    }
  }
}

/** Behaviour of the server on a connection. */
export type Script = (peer: Peer) => Promise<void> | void;

/** Running stand-in. */
export interface RealtimeServer {
  readonly port: number;
  /** Script of the next connections. */
  script: Script;
  close(): void;
}

/** Starts the stand-in, on TLS: the clients of `openai` connect in no other way. */
export function startRealtimeServer(): Promise<RealtimeServer> {
  const read = (name: string): Buffer => readFileSync(join(FIXTURES, "tls", name));
  return serve(createServer({ key: read("server-key.pem"), cert: read("server.pem") }));
}

/** Starts the stand-in without TLS, for clients that take any address. */
export function startPlainRealtimeServer(): Promise<RealtimeServer> {
  return serve(createPlainServer());
}

async function serve(http: Server): Promise<RealtimeServer> {
  const sockets = new WebSocketServer({ server: http });
  await new Promise<void>((resolve) => void http.listen(0, "127.0.0.1", resolve));
  const server: RealtimeServer = {
    port: (http.address() as AddressInfo).port,
    script: () => undefined,
    close() {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
      http.close();
    },
  };
  sockets.on("connection", (socket, request) => {
    void Promise.resolve(server.script(new Peer(socket, request.url ?? ""))).catch(() => socket.terminate());
  });
  return server;
}
