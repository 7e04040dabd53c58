import { create, fromBinary, fromJson, type JsonValue } from "@bufbuild/protobuf";
import { OTLP_TRACES_PATH } from "@svc/core/internal";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { TraceExportSchema, type Span, type TraceExport } from "./otlp_pb.ts";

/** Export request as it arrived. */
export interface ReceivedExport {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly message: TraceExport;
  readonly spans: Span[];
}

/** Function that answers a request to the sink; by default with 200. */
export type Answer = (response: ServerResponse, nth: number) => void;

/** HTTP server that accepts OTLP exports, decodes them with the reference decoder and answers as set. */
export interface ExportSink {
  readonly url: string;
  readonly exports: ReceivedExport[];
  readonly spans: Span[];
  answer: Answer;
  /** Resolves once this many requests have arrived, answered or not. */
  requests(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts a sink for exports at these paths. The first path receives traces; requests to the others are not decoded. */
export async function startExportSink(port = 0, paths: readonly string[] = [OTLP_TRACES_PATH]): Promise<ExportSink> {
  const exports: ReceivedExport[] = [];
  const arrivals = new EventTarget();
  const server = createServer((request, response) => void receive(request, response));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  const sink: ExportSink = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exports,
    get spans() {
      return exports.flatMap(({ spans }) => spans);
    },
    answer: (response) => response.writeHead(200).end(),
    async requests(count) {
      while (exports.length < count) await once(arrivals, "arrival");
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (!paths.includes(request.url ?? "")) {
      response.writeHead(404).end();
      return;
    }
    const bytes = request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
    const isTraces = request.url === paths[0];
    const message = isTraces ? decode(bytes, request.headers["content-type"]) : create(TraceExportSchema);
    const spans = message.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    exports.push({ path: request.url ?? "", headers: request.headers, message, spans });
    sink.answer(response, exports.length);
    arrivals.dispatchEvent(new Event("arrival"));
  }

  return sink;
}

function decode(bytes: Buffer, type: string | undefined): TraceExport {
  return type === "application/json"
    ? fromJson(TraceExportSchema, JSON.parse(bytes.toString()) as JsonValue, { ignoreUnknownFields: true })
    : fromBinary(TraceExportSchema, bytes);
}

/** Returns an attribute of a received span as a plain value. */
export function attributeOf(span: Span, key: string): unknown {
  return span.attributes.find((attribute) => attribute.key === key)?.value?.value.value;
}

/** Returns an attribute of a received export's resource. */
export function resourceAttributeOf({ message }: ReceivedExport, key: string): unknown {
  const attributes = message.resourceSpans[0]?.resource?.attributes ?? [];
  return attributes.find((attribute) => attribute.key === key)?.value?.value.value;
}
