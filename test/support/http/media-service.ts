import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** Request to the media endpoints, or to the storage behind them. */
export interface MediaRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** Parsed JSON of a request to the service; bytes of one to the storage. */
  readonly body: unknown;
}

/** Media endpoints of the service and their storage, on this machine. */
export interface MediaService {
  readonly url: string;
  readonly requests: MediaRequest[];
  /** Statuses with which the service refuses the next requests for an upload address. */
  readonly refusals: number[];
  /** Statuses of the next uploads to the storage; 200 when the list is empty. */
  readonly storageAnswers: number[];
  /** Ids of content that is stored already. */
  readonly known: Set<string>;
  close(): Promise<void>;
}

export async function startMediaService(): Promise<MediaService> {
  const requests: MediaRequest[] = [];
  const refusals: number[] = [];
  const storageAnswers: number[] = [];
  const known = new Set<string>();
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url: path = "", headers } = request;
    const bytes = await buffer(request);
    if (path === "/api/public/otel/v1/traces") {
      response.writeHead(200).end();
      return;
    }
    const isStorage = path.startsWith("/storage/");
    const body: unknown = isStorage ? bytes : JSON.parse(bytes.toString("utf8"));
    requests.push({ method, path, headers, body });
    if (isStorage) {
      response.writeHead(storageAnswers.shift() ?? 200).end();
    } else if (method === "POST" && refusals.length > 0) {
      response.writeHead(refusals.shift()!).end();
    } else if (method === "POST") {
      const { sha256Hash } = body as { sha256Hash: string };
      const mediaId = sha256Hash.replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
      const uploadUrl = known.has(mediaId) ? null : `${url}/storage/${mediaId}`;
      response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify({ mediaId, uploadUrl }));
    } else {
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    }
  }

  return {
    url,
    requests,
    refusals,
    storageAnswers,
    known,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
