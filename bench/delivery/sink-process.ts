// Process behind `sink.ts`. It does as little as it can while spans arrive, because it shares the machine with the contenders.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { fromBinary } from "@bufbuild/protobuf";
import { TraceExportSchema } from "../../test/support/otlp/otlp_pb.ts";
import type { Arrived, SinkCommand } from "./sink.ts";

interface Body {
  readonly bytes: Buffer;
  readonly headers: IncomingMessage["headers"];
}

/** Path of media, of uploads too. */
const MEDIA = "api/public/media";

const bodies = new Map<string, Body[]>();
/** Bytes of each upload, by label. */
const uploads = new Map<string, number[]>();

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const bytes = Buffer.concat(await request.toArray());
  const [, label, ...path] = request.url!.split("/") as [string, string, ...string[]];
  if (path.join("/").startsWith(MEDIA)) {
    receiveMedia(label, bytes, request, response);
    return;
  }
  if (!bodies.has(label)) bodies.set(label, []);
  bodies.get(label)!.push({ bytes, headers: request.headers });
  response.writeHead(200, { "content-type": request.headers["content-type"]! });
  response.end(request.headers["content-type"] === "application/json" ? "{}" : undefined);
}

/** Answers a request for an upload address, an upload to it, or the report of one. */
function receiveMedia(
  label: string,
  bytes: Buffer,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): void {
  response.setHeader("content-type", "application/json");
  if (method === "POST") {
    const { sha256Hash } = JSON.parse(bytes.toString("utf8")) as { sha256Hash: string };
    const mediaId = sha256Hash.replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
    const uploadUrl = `http://${headers.host}/${label}/${MEDIA}/${mediaId}`;
    response.writeHead(201).end(JSON.stringify({ mediaId, uploadUrl }));
    return;
  }
  if (method === "PUT") uploads.set(label, [...(uploads.get(label) ?? []), bytes.length]);
  response.end("{}");
}

function spanIds({ bytes, headers }: Body): string[] {
  const plain = headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes;
  if (headers["content-type"] === "application/json") {
    const { resourceSpans } = JSON.parse(plain.toString("utf8")) as {
      resourceSpans: Array<{ scopeSpans: Array<{ spans: Array<{ spanId: string }> }> }>;
    };
    return resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) => spans.map((span) => span.spanId)),
    );
  }
  return fromBinary(TraceExportSchema, plain).resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans.map(({ spanId }) => Buffer.from(spanId).toString("hex"))),
  );
}

function count(label: string): Arrived {
  const received = bodies.get(label) ?? [];
  bodies.delete(label);
  const uploaded = uploads.get(label) ?? [];
  uploads.delete(label);
  return {
    spans: new Set(received.flatMap(spanIds)).size,
    requests: received.length,
    bytes: received.reduce((sum, { bytes }) => sum + bytes.length, 0),
    uploads: uploaded.length,
    uploadedBytes: uploaded.reduce((sum, length) => sum + length, 0),
  };
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  // A connection error is left to the client to repair.
  receive(request, response).catch(() => response.destroy());
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;

async function carryOut(command: SinkCommand): Promise<Arrived | null> {
  if (command.do === "count") return count(command.label);
  if (command.do === "refuse") {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  } else {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  }
  return null;
}

process.on("message", (command: SinkCommand) => void carryOut(command).then((answer) => process.send!(answer)));
process.on("disconnect", () => process.exit());
process.send!(port);
