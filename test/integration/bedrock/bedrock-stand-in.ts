/** Stand-in of Bedrock that answers from recordings over the transport that the package uses by itself. */
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import {
  constants,
  createServer as createHttp2Server,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { FIXTURES } from "../../support/paths.ts";

export interface Recording {
  readonly name: string;
  readonly request: { readonly path: string; readonly body: Record<string, unknown> };
  readonly response: {
    readonly status: number;
    readonly headers: Record<string, string>;
    readonly body?: unknown;
    readonly chunks?: readonly string[];
  };
}

/** Answer to one request: of a recording, or with a fault. */
export interface Reply extends Pick<Recording, "response"> {
  /** Number of frames after which the connection is cut. */
  readonly dropAfter?: number;
  /** True when nothing is sent at all. */
  readonly isSilent?: true;
  /** Number of frames after which nothing more is sent. */
  readonly hangAfter?: number;
}

const FOLDER = join(FIXTURES, "bedrock");

/** Returns every recording, ordered by name. */
export function recordings(): Recording[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".json"))
    .toSorted()
    .map((file) => {
      const exchange = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Omit<Recording, "name">;
      return Object.assign({ name: file.slice(0, -".json".length) }, exchange);
    });
}

/** Server that gives the replies one by one. */
export class BedrockStandIn {
  readonly #server: Server | Http2Server;
  readonly #connections = new Set<Socket>();
  #replies: Reply[] = [];

  private constructor(isHttp2: boolean) {
    type Answer = (
      request: IncomingMessage | Http2ServerRequest,
      response: ServerResponse | Http2ServerResponse,
    ) => void;
    const answer: Answer = (request, response) => void this.#answer(request, response);
    this.#server = isHttp2 ? createHttp2Server(answer) : createServer(answer);
    this.#server.on("connection", (connection: Socket) => void this.#connections.add(connection));
  }

  /** Starts listening on a free port. Versions up to 3.600 of the package speak HTTP/1. */
  static async start(isHttp2: boolean): Promise<BedrockStandIn> {
    const standIn = new BedrockStandIn(isHttp2);
    standIn.#server.listen(0, "127.0.0.1");
    await once(standIn.#server, "listening");
    return standIn;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sets the replies to the next requests. */
  play(...replies: Reply[]): void {
    this.#replies = replies;
  }

  stop(): void {
    this.#server.close();
    // A client leaves its connection open after an answer that hangs.
    for (const connection of this.#connections) connection.destroy();
  }

  async #answer(
    request: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
  ): Promise<void> {
    await buffer(request);
    const { response: reply, dropAfter, hangAfter, isSilent } = this.#replies.shift()!;
    if (isSilent) return;
    response.statusCode = reply.status;
    for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
    if (reply.chunks === undefined) {
      response.end(JSON.stringify(reply.body));
      return;
    }
    const end = Math.min(dropAfter ?? Infinity, hangAfter ?? Infinity, reply.chunks.length);
    const write: (bytes: Buffer, sent: () => void) => unknown = response.write.bind(response);
    for (const chunk of reply.chunks.slice(0, end)) {
      await new Promise<void>((sent) => write(Buffer.from(chunk, "base64"), sent));
    }
    if (dropAfter !== undefined) drop(response);
    else if (hangAfter === undefined) response.end();
  }
}

function drop(response: ServerResponse | Http2ServerResponse): void {
  if ("stream" in response) response.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  else response.destroy();
}
