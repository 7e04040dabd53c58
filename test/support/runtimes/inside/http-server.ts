// Stands in for test/support/http/http-server.ts where a program cannot listen: the host listens, hands on each request, and
// gives the answer. Requests and answers travel over real connections.
import type { ServerResponse } from "node:http";
import type { HttpHandler, HttpServer } from "../../http/http-server.ts";
import type { HandedOnRequest, RemoteAnswer, RemoteServer } from "../remote-http.ts";
import { callHost } from "./host.ts";

const handlers = new Map<number, HttpHandler>();
let listening = false;

/** Has the host start an HTTP server whose requests are answered here. */
export async function startHttpServer(handle: HttpHandler, port = 0): Promise<HttpServer> {
  const { id, url } = await callHost<RemoteServer>("/listen", { port });
  handlers.set(id, handle);
  if (!listening) void handleRequests();
  return {
    url,
    async close() {
      handlers.delete(id);
      await callHost("/close", { id });
    },
  };
}

async function handleRequests(): Promise<void> {
  listening = true;
  while (handlers.size > 0) {
    for (const { server, id, body, ...request } of await callHost<HandedOnRequest[]>("/requests")) {
      const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
      handlers.get(server)?.({ ...request, body: bytes }, new RemoteResponse(id) as unknown as ServerResponse);
    }
  }
  listening = false;
}

/** The part of Node's response that the tests use. */
class RemoteResponse {
  readonly #request: number;
  #head: Pick<RemoteAnswer, "status" | "headers"> = { status: 200, headers: {} };

  constructor(request: number) {
    this.#request = request;
  }

  writeHead(status: number, headers: Record<string, string> = {}): this {
    this.#head = { status, headers };
    return this;
  }

  end(body = ""): this {
    return this.#answer({ ...this.#head, body });
  }

  destroy(): this {
    return this.#answer("broken connection");
  }

  #answer(answer: RemoteAnswer | "broken connection"): this {
    void callHost("/answer", { id: this.#request, answer });
    return this;
  }
}
