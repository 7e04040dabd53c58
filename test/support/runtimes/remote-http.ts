import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { Arrivals } from "../http/arrivals.ts";
import { startHttpServer, type HttpServer } from "../http/http-server.ts";

/** Server that the host started. */
export interface RemoteServer {
  readonly id: number;
  readonly url: string;
}

/** Request to one of these servers, with its body in base64. */
export interface HandedOnRequest {
  readonly server: number;
  readonly id: number;
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answer to such a request. */
export interface RemoteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Headers that let a web page of any origin read an answer. */
export const ANY_ORIGIN: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "*",
  "access-control-expose-headers": "*",
};

/** HTTP servers of a program that cannot listen. Web pages of any origin can call them. */
export class RemoteHttp {
  readonly #servers = new Map<number, HttpServer>();
  readonly #open = new Map<number, ServerResponse>();
  readonly #arrivals = new Arrivals();
  #requests: HandedOnRequest[] = [];
  #count = 0;

  async listen(port: number): Promise<RemoteServer> {
    const server = (this.#count += 1);
    const started = await startHttpServer(({ method, target, headers, body }, response) => {
      if (method === "OPTIONS") {
        const allowed = headers["access-control-request-headers"] ?? "";
        response.writeHead(204, { ...ANY_ORIGIN, "access-control-allow-headers": allowed }).end();
        return;
      }
      const id = (this.#count += 1);
      this.#open.set(id, response);
      this.#requests.push({ server, id, method, target, headers, body: Buffer.from(body).toString("base64") });
      this.#arrivals.announce();
    }, port);
    this.#servers.set(server, started);
    return { id: server, url: started.url };
  }

  /** Returns the requests that arrived since the last call, once there is one; none when no server is left. */
  async requests(): Promise<HandedOnRequest[]> {
    await this.#arrivals.until(() => this.#requests.length > 0 || this.#servers.size === 0);
    return this.#requests.splice(0);
  }

  answer(id: number, answer: RemoteAnswer | "broken connection"): void {
    const response = this.#open.get(id);
    this.#open.delete(id);
    if (answer === "broken connection") response?.destroy();
    else response?.writeHead(answer.status, { ...ANY_ORIGIN, ...answer.headers }).end(answer.body);
  }

  async close(server: number): Promise<void> {
    await this.#servers.get(server)?.close();
    this.#servers.delete(server);
    this.#arrivals.announce();
  }
}
