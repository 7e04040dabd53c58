import { fromBinary } from "@bufbuild/protobuf";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import {
  type Attributes,
  type AttributeValue,
  type ReceivedScope,
  type ReceivedSpan,
  RefusedExport,
  assertCounts,
  finiteOrText,
  integerOrDigits,
  parentIdOrNull,
  setAttribute,
} from "./otlp-span.ts";
import { type AnyValue, type KeyValue, type Scope, type Span, type TraceExport, TraceExportSchema } from "./otlp_pb.ts";
import type { SpanProblems } from "./span-problems.ts";

const NANOSECONDS_PER_MILLISECOND = 1_000_000n;

const RESOURCE_SPANS = TraceExportSchema.field.resourceSpans.number;
/** `scope_spans` in ResourceSpans and `spans` in ScopeSpans have the same number. */
const INNER_SPANS = 2;

/** Reads a protobuf trace export. Throws {@link RefusedExport} when the bytes are no such message or hold too many spans. */
export function readProtobufSpans(body: Uint8Array, problems: SpanProblems): ReceivedSpan[] {
  const spans: ReceivedSpan[] = [];
  parse(body).resourceSpans.forEach(({ resource, scopeSpans }, r) => {
    const resourceAttributes = readAttributes(resource?.attributes);
    scopeSpans.forEach(({ scope, spans: raw }, s) => {
      const receivedScope = readScope(scope);
      raw.forEach((span, i) => {
        problems.at(r, s, i);
        if (span.traceId.length === 0) problems.add("traceId:absent");
        if (span.spanId.length === 0) problems.add("spanId:absent");
        spans.push(readSpan(span, resourceAttributes, receivedScope));
      });
    });
  });
  return spans;
}

function parse(body: Uint8Array): TraceExport {
  try {
    countBeforeDecoding(body);
    return fromBinary(TraceExportSchema, body, { readUnknownFields: false });
  } catch (error) {
    if (error instanceof RefusedExport) throw error;
    throw new RefusedExport(400, "Failed to parse OTel Protobuf Trace");
  }
}

// An empty span takes two bytes on the wire and hundreds in memory: a body within the size limit could fill the heap.
function countBeforeDecoding(body: Uint8Array): void {
  let resourceSpans = 0;
  let spans = 0;
  for (const resource of submessages(body, RESOURCE_SPANS)) {
    assertCounts(++resourceSpans, spans);
    for (const scope of submessages(resource, INNER_SPANS)) {
      for (const _ of submessages(scope, INNER_SPANS)) assertCounts(resourceSpans, ++spans);
    }
  }
}

function* submessages(bytes: Uint8Array, wanted: number): Generator<Uint8Array> {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (field === wanted && wireType === WireType.LengthDelimited) yield reader.bytes();
    else reader.skip(wireType, field);
  }
}

function readSpan(span: Span, resource: Attributes, scope: ReceivedScope): ReceivedSpan {
  return {
    traceId: hex(span.traceId),
    spanId: hex(span.spanId),
    parentSpanId: parentIdOrNull(hex(span.parentSpanId)),
    name: span.name,
    startTime: milliseconds(span.startTimeUnixNano),
    endTime: milliseconds(span.endTimeUnixNano),
    attributes: readAttributes(span.attributes),
    events: span.events.map(({ name, attributes }) => ({ name, attributes: readAttributes(attributes) })),
    statusCode: span.status?.code ?? 0,
    statusMessage: span.status?.message ?? "",
    resource,
    scope,
  };
}

function readScope(scope: Scope | undefined): ReceivedScope {
  return {
    name: scope?.name ?? "",
    version: scope?.version ?? "",
    attributes: readAttributes(scope?.attributes),
  };
}

function readAttributes(pairs: KeyValue[] = []): Attributes {
  const attributes: Attributes = new Map();
  for (const { key, value } of pairs) setAttribute(attributes, key, readValue(value));
  return attributes;
}

function readValue(wrapped: AnyValue | undefined): AttributeValue | undefined {
  const content = wrapped?.value;
  switch (content?.case) {
    case "stringValue":
    case "boolValue":
      return content.value;
    case "doubleValue":
      return finiteOrText(content.value);
    case "intValue":
      return integerOrDigits(content.value);
    case "arrayValue":
      return content.value.values.map((item) => readValue(item) ?? "");
    case "kvlistValue":
      return Object.fromEntries(content.value.values.map(({ key, value }) => [key, readValue(value) ?? ""]));
    case "bytesValue":
      return JSON.stringify(Buffer.from(content.value).toString("base64"));
    case undefined:
      break;
  }
  return undefined;
}

function milliseconds(nanoseconds: bigint): number | null {
  return nanoseconds === 0n ? null : Number(nanoseconds / NANOSECONDS_PER_MILLISECOND);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}
