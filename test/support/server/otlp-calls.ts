import { gzipSync } from "node:zlib";
import { type MessageInitShape, create, toBinary } from "@bufbuild/protobuf";
import { LOCAL_KEYS, OTLP_TRACES_PATH, basicAuthorization } from "@svc/core/internal";
import type { RunningServer } from "@svc/server";
import {
  type AnyValue,
  AnyValueSchema,
  type KeyValue,
  KeyValueSchema,
  type SpanSchema,
  TraceExportSchema,
} from "../otlp/otlp_pb.ts";

export type Value = string | number | bigint | boolean | Value[];

export interface TestSpan {
  traceId?: string;
  spanId?: string;
  parentSpanId?: string;
  name?: string;
  /** Start time, in milliseconds since 1970. */
  start?: number;
  end?: number;
  attributes?: Record<string, Value>;
  /** Events, each with its time in milliseconds after the start of 1970. */
  events?: Array<{ name: string; time?: number; attributes?: Record<string, Value> }>;
  status?: { code: number; message?: string };
}

export interface TestExport {
  spans: TestSpan[];
  resource?: Record<string, Value>;
  scope?: { name?: string; version?: string };
}

export const AUTHORIZATION: string = basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey);

export const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
export const SPAN_ID = "b7ad6b7169203331";

const START = Date.parse("2026-11-01T10:00:00.000Z");

/** Returns a span with every required field; the given fields replace the defaults. */
function whole(span: TestSpan): Required<Omit<TestSpan, "status">> & Pick<TestSpan, "status"> {
  return {
    traceId: TRACE_ID,
    spanId: SPAN_ID,
    parentSpanId: "",
    name: "work",
    start: START,
    end: START + 1_500,
    attributes: {},
    events: [],
    ...span,
  };
}

export function protobufExport({ spans, resource = {}, scope = {} }: TestExport): Uint8Array<ArrayBuffer> {
  const message = create(TraceExportSchema, {
    resourceSpans: [
      {
        resource: { attributes: protobufAttributes(resource) },
        scopeSpans: [
          {
            scope: { name: scope.name ?? "svc-sdk", version: scope.version ?? "6.0.0" },
            spans: spans.map(protobufSpan),
          },
        ],
      },
    ],
  });
  return new Uint8Array(toBinary(TraceExportSchema, message));
}

function protobufSpan(given: TestSpan): MessageInitShape<typeof SpanSchema> {
  const span = whole(given);
  return {
    traceId: Buffer.from(span.traceId, "hex"),
    spanId: Buffer.from(span.spanId, "hex"),
    parentSpanId: Buffer.from(span.parentSpanId, "hex"),
    name: span.name,
    startTimeUnixNano: BigInt(span.start) * 1_000_000n,
    endTimeUnixNano: BigInt(span.end) * 1_000_000n,
    attributes: protobufAttributes(span.attributes),
    events: span.events.map(({ name, time = 0, attributes = {} }) => ({
      name,
      timeUnixNano: BigInt(time) * 1_000_000n,
      attributes: protobufAttributes(attributes),
    })),
    status: { code: span.status?.code ?? 0, message: span.status?.message ?? "" },
  };
}

function protobufAttributes(attributes: Record<string, Value>): KeyValue[] {
  return Object.entries(attributes).map(([key, value]) => create(KeyValueSchema, { key, value: protobufValue(value) }));
}

function protobufValue(value: Value): AnyValue {
  if (typeof value === "string") return create(AnyValueSchema, { value: { case: "stringValue", value } });
  if (typeof value === "boolean") return create(AnyValueSchema, { value: { case: "boolValue", value } });
  if (Array.isArray(value)) {
    return create(AnyValueSchema, { value: { case: "arrayValue", value: { values: value.map(protobufValue) } } });
  }
  if (Number.isSafeInteger(value) || typeof value === "bigint") {
    return create(AnyValueSchema, { value: { case: "intValue", value: BigInt(value) } });
  }
  return create(AnyValueSchema, { value: { case: "doubleValue", value } });
}

export function jsonExport({ spans, resource = {}, scope = {} }: TestExport): Record<string, unknown> {
  return {
    resourceSpans: [
      {
        resource: { attributes: jsonAttributes(resource) },
        scopeSpans: [
          {
            scope: { name: scope.name ?? "svc-sdk", version: scope.version ?? "6.0.0" },
            spans: spans.map(jsonSpan),
          },
        ],
      },
    ],
  };
}

function jsonSpan(given: TestSpan): Record<string, unknown> {
  const { start, end, attributes, events, ...span } = whole(given);
  return {
    ...span,
    startTimeUnixNano: `${start}000000`,
    endTimeUnixNano: `${end}000000`,
    attributes: jsonAttributes(attributes),
    events: events.map((event) => ({ name: event.name, attributes: jsonAttributes(event.attributes ?? {}) })),
  };
}

function jsonAttributes(attributes: Record<string, Value>): unknown[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: jsonValue(value) }));
}

function jsonValue(value: Value): unknown {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(jsonValue) } };
  return Number.isSafeInteger(value) || typeof value === "bigint"
    ? { intValue: String(value) }
    : { doubleValue: value };
}

export async function post(
  server: Pick<RunningServer, "url">,
  body: Uint8Array<ArrayBuffer> | string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(server.url + OTLP_TRACES_PATH, {
    method: "POST",
    headers: { authorization: AUTHORIZATION, "content-type": "application/x-protobuf", ...headers },
    body,
  });
}

export async function postJson(server: Pick<RunningServer, "url">, body: unknown): Promise<Response> {
  return post(server, typeof body === "string" ? body : JSON.stringify(body), { "content-type": "application/json" });
}

/** Sends an export and fails the test when the service refuses it. */
export async function send(server: Pick<RunningServer, "url">, content: TestExport): Promise<void> {
  const response = await post(server, protobufExport(content));
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
}

export function gzip(body: Uint8Array | string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(body));
}

export async function get(
  server: Pick<RunningServer, "url">,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(server.url + path, { headers: { authorization: AUTHORIZATION, ...headers } });
}

export interface Page {
  data: Array<Record<string, unknown>>;
  meta: { cursor?: string };
}

export async function observations(
  server: Pick<RunningServer, "url">,
  query: Record<string, string> = {},
): Promise<Page> {
  const response = await get(server, `/api/public/v2/observations?${new URLSearchParams(query).toString()}`);
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as Page;
}

const ALL_FIELDS = "core,basic,time,io,metadata,model,usage,prompt,metrics,trace_context";

/** Returns the only observation of a trace in the service, with every field. */
export async function observation(
  server: Pick<RunningServer, "url">,
  traceId: string = TRACE_ID,
): Promise<Record<string, unknown>> {
  const { data } = await observations(server, { traceId, fields: ALL_FIELDS });
  const [only] = data;
  if (!only || data.length > 1) throw new Error(`${data.length} observations in trace ${traceId}`);
  return only;
}
