import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";

/** How many ports after the wanted one are tried. */
const PORTS_TRIED = 100;
const LAST_PORT = 65_535;

/** How long requests under way may still take when the listener closes. */
const CLOSE_TIMEOUT_MS = 5_000;

/** Addresses that stand for every address of the machine, and one under which it then reaches itself. */
const REACHABLE: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Where a listener can be reached. */
export interface BoundAddress {
  url: string;
  port: number;
}

/** The HTTP server around the routes. */
export class HttpListener {
  readonly #server: Server;
  #isClosing = false;

  constructor(fetch: Parameters<typeof getRequestListener>[0]) {
    const answer = getRequestListener(fetch, { overrideGlobalObjects: false });
    this.#server = createServer((incoming, outgoing) => {
      // Node closes connections that are idle when the server closes, and waits for those that become idle afterwards.
      outgoing.once("close", () => {
        if (this.#isClosing) setImmediate(() => this.#server.closeIdleConnections());
      });
      void answer(incoming, outgoing);
    });
  }

  /** Listens on the port, or on the next free one of the 100 that follow, which it then says. Rejects when none is free. */
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
      if (port !== wanted) log(`port ${wanted} is taken, using ${bound.port} instead`);
      return bound;
    }
    throw new Error(`Every port from ${wanted} to ${last} is taken on ${host}. Choose another port.`);
  }

  /** Listens on this port alone. Resolves to undefined when another program has it. */
  async listenOnly(host: string, port: number): Promise<BoundAddress | undefined> {
    try {
      await this.#listenOn(host, port);
    } catch (error) {
      if (isTaken(error)) return undefined;
      throw new Error(`Cannot listen on ${host}, port ${port}. Choose another address or port.`, { cause: error });
    }
    return this.#bound(host);
  }

  /** Takes no more connections and resolves when the last is closed. */
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
