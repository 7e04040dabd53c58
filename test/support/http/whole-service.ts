import { fromBinary } from "@bufbuild/protobuf";
import { OTLP_TRACES_PATH } from "@svc/core/internal";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { TraceExportSchema } from "../otlp/otlp_pb.ts";

/** Service that accepts spans, media and scores over HTTP and keeps the name of each. Duplicates count once. */
export interface WholeService {
  readonly url: string;
  readonly spans: Set<string>;
  /** Content of the media that was uploaded and reported. */
  readonly media: Set<string>;
  readonly scores: Set<string>;
  /** Handler that gets every request first and may answer it. */
  intercept: (request: IncomingMessage, response: ServerResponse, body: Buffer) => boolean | Promise<boolean>;
  close(): Promise<void>;
}

export async function startWholeService(host = "127.0.0.1"): Promise<WholeService> {
  const stored = new Map<string, string>();
  const server = createServer((request, response) => {
    // A connection that breaks is left to the client to repair.
    receive(request, response).catch(() => response.destroy());
  });
  server.listen(0, host);
  await once(server, "listening");
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  const service: WholeService = {
    url,
    spans: new Set(),
    media: new Set(),
    scores: new Set(),
    intercept: () => false,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await buffer(request);
    const body = request.headers["content-encoding"] === "gzip" ? gunzipSync(raw) : raw;
    if (await service.intercept(request, response, body)) return;
    const { method = "", url: path = "" } = request;
    response.setHeader("content-type", "application/json");
    if (path === OTLP_TRACES_PATH) {
      for (const { scopeSpans } of fromBinary(TraceExportSchema, body).resourceSpans) {
        for (const span of scopeSpans.flatMap(({ spans }) => spans)) service.spans.add(span.name);
      }
      response.end();
    } else if (path === "/api/public/scores") {
      for (const { id } of JSON.parse(body.toString()) as Array<{ id: string }>) service.scores.add(id);
      response.end("{}");
    } else if (method === "POST") {
      const { sha256Hash } = JSON.parse(body.toString()) as { sha256Hash: string };
      const mediaId = idOf(sha256Hash);
      response.end(JSON.stringify({ mediaId, uploadUrl: `${url}/storage/${mediaId}` }));
    } else if (method === "PUT") {
      stored.set(idOf(createHash("sha256").update(body).digest("base64")), body.toString());
      response.end();
    } else {
      const content = stored.get(path.split("/").at(-1)!);
      if (content !== undefined) service.media.add(content);
      response.end("{}");
    }
  }

  return service;
}

function idOf(hash: string): string {
  return hash.replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
}
