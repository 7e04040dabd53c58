import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** Answer of the stand-in to one request. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Frames of a stream of server-sent events. */
  readonly chunks?: readonly string[];
  /** True to send nothing at all, not even headers. */
  readonly isSilent?: boolean;
  /** Event after the frames: the connection is cut, or stays open without another frame. */
  readonly after?: "cut" | "hang";
}

/** Stand-in of Anthropic's API that gives the answers in turn, of which the last one repeats, on this machine only. */
export class StandIn {
  readonly url: string;
  readonly requests: unknown[] = [];
  answers: readonly Answer[] = [];
  readonly #server: ReturnType<typeof createServer>;

  private constructor(server: ReturnType<typeof createServer>) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on("request", (request, response) => void this.#answer(request, response));
  }

  /** Starts listening on a free port. */
  static async start(): Promise<StandIn> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new StandIn(server);
  }

  /** Sets the answers of the requests from now on. */
  answer(...answers: Answer[]): void {
    this.answers = answers;
    this.requests.length = 0;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests.push(JSON.parse(await text(request)));
    const place = Math.min(this.requests.length, this.answers.length) - 1;
    await send(response, this.answers[place]!);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

async function send(response: ServerResponse, answer: Answer): Promise<void> {
  const { status = 200, headers, body, chunks, after, isSilent } = answer;
  if (isSilent) return;
  const type = chunks ? "text/event-stream; charset=utf-8" : "application/json";
  response.writeHead(status, { "content-type": type, "request-id": "req_1", ...headers });
  if (chunks === undefined) {
    response.end(JSON.stringify(body));
    return;
  }
  response.flushHeaders();
  for (const chunk of chunks)
    if (!response.write(chunk)) await Promise.race([once(response, "drain"), once(response, "close")]);
  if (after === "cut") response.destroy();
  else if (after !== "hang") response.end();
}
