import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** Request with its whole body. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Function that answers a request, now or later, or leaves it without an answer. */
export type HttpHandler = (request: HttpRequest, response: ServerResponse) => void;

/** HTTP server of a test. */
export interface HttpServer {
  readonly url: string;
  /** Ends the server and every connection to it. */
  close(): Promise<void>;
}

/**
 * Starts an HTTP server on the loopback interface. Tests that run outside of Node have another one in its place:
 * `test/support/runtimes/inside/http-server.ts`.
 */
export async function startHttpServer(handle: HttpHandler, port = 0): Promise<HttpServer> {
  const server = createServer((request, response) => void receive(request, response, handle));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function receive(request: IncomingMessage, response: ServerResponse, handle: HttpHandler): Promise<void> {
  const { method = "", url: target = "", headers } = request;
  handle({ method, target, headers, body: new Uint8Array(await buffer(request)) }, response);
}
