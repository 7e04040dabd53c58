import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";

/** Number of ports to try after the wanted port. */
const PORTS_TRIED = 100;
const LAST_PORT = 65_535;

/** Time that requests under way have to finish when the listener closes, in milliseconds. */
const CLOSE_TIMEOUT_MS = 5_000;

/**
 * Time for which an idle connection stays open, in milliseconds. Load balancers keep theirs for a minute: a service that closes one
 * first breaks the request that is sent at the same moment.
 */
const KEEP_ALIVE_MS = 75_000;

/**
 * Most requests of one connection that wait for their answers. Node begins all that have arrived on a connection before it looks at
 * another one. Programs send one at a time, so a connection with more is ended.
 */
const MOST_WAITING = 100;

/** Addresses that stand for every address of the machine, each with an address under which the machine reaches itself. */
const REACHABLE: Readonly<Record<string, string>> = { "": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Address at which a listener can be reached. */
export interface BoundAddress {
  url: string;
  port: number;
}

/** HTTP server around the routes. */
export class HttpListener {
  readonly #server: Server;
  /** Number of requests of each connection that wait for their answers. */
  readonly #waiting = new WeakMap<Socket, number>();
  #isDraining = false;
  #isClosing = false;

  constructor(fetch: Parameters<typeof getRequestListener>[0]) {
    const answer = getRequestListener(fetch, { overrideGlobalObjects: false });
    this.#server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (incoming, outgoing) => {
      if (!this.#admits(incoming, outgoing)) return;
      // Node closes idle connections when the server closes, but waits for connections that become idle afterwards.
      outgoing.once("close", () => {
        if (this.#isClosing) setImmediate(() => this.#server.closeIdleConnections());
      });
      // The client sends its next request over a new connection, which a load balancer leads elsewhere.
      if (this.#isDraining) outgoing.shouldKeepAlive = false;
      void answer(incoming, outgoing);
    });
  }

  /** Counts a request until its answer is sent. Returns false, and ends the connection, when too many wait. */
  #admits({ socket }: IncomingMessage, outgoing: ServerResponse): boolean {
    const waiting = this.#waiting.get(socket) ?? 0;
    if (waiting >= MOST_WAITING) {
      socket.destroy();
      return false;
    }
    this.#waiting.set(socket, waiting + 1);
    outgoing.once("close", () => this.#waiting.set(socket, this.#waiting.get(socket)! - 1));
    return true;
  }

  /**
   * Listens on the wanted port or, when it is taken, on the first free one of the next 100 ports, and logs the change. Rejects
   * when no port is free.
   */
  async listen(host: string, wanted: number, log: (line: string) => void): Promise<BoundAddress> {
    const last = wanted === 0 ? 0 : Math.min(wanted + PORTS_TRIED, LAST_PORT);
    for (let port = wanted; port <= last; port += 1) {
      try {
        await this.#listenOn(host, port);
      } catch (error) {
        if (isTaken(error)) continue;
        throw new Error(`Cannot listen on ${host}, port ${port}. Choose another address or port.`, { cause: error });
      }
      const bound = this.#bound(host);
      if (port !== wanted) log(`port ${wanted} is taken: the service listens on port ${bound.port} instead`);
      return bound;
    }
    throw new Error(`Every port from ${wanted} to ${last} is taken on ${host}. Choose another port.`);
  }

  /** Listens only on this port. Resolves to undefined when another program uses the port. */
  async listenOnly(host: string, port: number): Promise<BoundAddress | undefined> {
    try {
      await this.#listenOn(host, port);
    } catch (error) {
      if (isTaken(error)) return undefined;
      throw new Error(`Cannot listen on ${host}, port ${port}. Choose another address or port.`, { cause: error });
    }
    return this.#bound(host);
  }

  /** Ends each connection with its next answer. New connections are still taken. */
  drain(): void {
    this.#isDraining = true;
  }

  /** Stops taking connections. Resolves when the last connection is closed, after 5 seconds at the latest. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (!this.#server.listening) return;
    const timer = setTimeout(() => this.#server.closeAllConnections(), CLOSE_TIMEOUT_MS);
    await new Promise((resolve) => this.#server.close(resolve));
    clearTimeout(timer);
  }

  #bound(host: string): BoundAddress {
    const { port } = this.#server.address() as AddressInfo;
    return { url: `http://${hostInUrl(host)}:${port}`, port };
  }

  async #listenOn(host: string, port: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, host, () => {
        this.#server.off("error", reject);
        resolve();
      });
    });
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}

function hostInUrl(host: string): string {
  const reachable = REACHABLE[host] ?? host;
  return reachable.includes(":") ? `[${reachable}]` : reachable;
}
