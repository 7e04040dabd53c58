import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { startHttpServer, type HttpRequest } from "./http-server.ts";

/** Request to the media endpoints, or to the storage behind them. */
export interface MediaRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON of a request to the service; bytes of one to the storage, a `Uint8Array`. */
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
  /** Called before the storage answers an upload, which waits for the promise. */
  beforeStorage: () => Promise<void>;
  close(): Promise<void>;
}

export async function startMediaService(): Promise<MediaService> {
  const requests: MediaRequest[] = [];
  const refusals: number[] = [];
  const storageAnswers: number[] = [];
  const known = new Set<string>();
  const server = await startHttpServer(answer);

  function answer({ method, target: path, headers, body: bytes }: HttpRequest, response: ServerResponse): void {
    if (path === "/api/public/otel/v1/traces") {
      response.writeHead(200).end();
      return;
    }
    const isStorage = path.startsWith("/storage/");
    const body: unknown = isStorage ? bytes : JSON.parse(new TextDecoder().decode(bytes));
    requests.push({ method, path, headers, body });
    if (isStorage) {
      void service.beforeStorage().then(() => response.writeHead(storageAnswers.shift() ?? 200).end());
    } else if (method === "POST" && refusals.length > 0) {
      response.writeHead(refusals.shift()!).end();
    } else if (method === "POST") {
      const { sha256Hash } = body as { sha256Hash: string };
      const mediaId = sha256Hash.replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
      const uploadUrl = known.has(mediaId) ? null : `${server.url}/storage/${mediaId}`;
      response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify({ mediaId, uploadUrl }));
    } else {
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    }
  }

  const service: MediaService = {
    url: server.url,
    requests,
    refusals,
    storageAnswers,
    known,
    beforeStorage: () => Promise.resolve(),
    close: () => server.close(),
  };
  return service;
}
