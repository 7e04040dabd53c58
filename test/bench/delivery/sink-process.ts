// Process behind `sink.ts`. It does as little as it can while spans arrive, because it shares the machine with the contenders.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { fromBinary } from "@bufbuild/protobuf";
import { TraceExportSchema } from "../../support/otlp/otlp_pb.ts";
import type { Arrived, SinkCommand } from "./sink.ts";

interface Body {
  readonly bytes: Buffer;
  readonly headers: IncomingMessage["headers"];
}

const bodies = new Map<string, Body[]>();

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const bytes = Buffer.concat(await request.toArray());
  const label = request.url!.split("/")[1]!;
  if (!bodies.has(label)) bodies.set(label, []);
  bodies.get(label)!.push({ bytes, headers: request.headers });
  response.writeHead(200, { "content-type": request.headers["content-type"]! });
  response.end(request.headers["content-type"] === "application/json" ? "{}" : undefined);
}

/** Returns the ids of the spans in a body, as text. */
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
  return {
    spans: new Set(received.flatMap(spanIds)).size,
    requests: received.length,
    bytes: received.reduce((sum, { bytes }) => sum + bytes.length, 0),
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
