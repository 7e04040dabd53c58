import { create, fromBinary, fromJson, type JsonValue } from "@bufbuild/protobuf";
import { OTLP_TRACES_PATH } from "@svc/core/internal";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { Arrivals } from "../http/arrivals.ts";
import { startHttpServer, type HttpRequest } from "../http/http-server.ts";
import { resourceOfEachTest } from "../test-resource.ts";
import { TraceExportSchema, type Span, type TraceExport } from "./otlp_pb.ts";

/** Export request as it arrived. */
export interface ReceivedExport {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
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
  const arrivals = new Arrivals();
  const server = await startHttpServer((request, response) => void receive(request, response), port);

  const sink: ExportSink = {
    url: server.url,
    exports,
    get spans() {
      return exports.flatMap(({ spans }) => spans);
    },
    answer: (response) => response.writeHead(200).end(),
    requests: (count) => arrivals.until(() => exports.length >= count),
    close: () => server.close(),
  };

  async function receive({ target, headers, body }: HttpRequest, response: ServerResponse): Promise<void> {
    if (!paths.includes(target)) {
      response.writeHead(404).end();
      return;
    }
    const bytes = headers["content-encoding"] === "gzip" ? await gunzip(body) : body;
    const message = target === paths[0] ? decode(bytes, headers["content-type"]) : create(TraceExportSchema);
    const spans = message.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    exports.push({ path: target, headers, message, spans });
    sink.answer(response, exports.length);
    arrivals.announce();
  }

  return sink;
}

/** Starts a sink for each test. */
export const exportSinkOfEachTest = (): ExportSink =>
  resourceOfEachTest(
    () => startExportSink(),
    (sink) => sink.close(),
  );

async function gunzip(body: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const content = new Blob([body]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(content).arrayBuffer());
}

function decode(bytes: Uint8Array, type: string | undefined): TraceExport {
  return type === "application/json"
    ? fromJson(TraceExportSchema, JSON.parse(new TextDecoder().decode(bytes)) as JsonValue, {
        ignoreUnknownFields: true,
      })
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
