import { BinaryReader } from "@bufbuild/protobuf/wire";
import type { SpanProblems } from "../span-problems.ts";
import {
  type Attributes,
  type AttributeValue,
  type ReceivedEvent,
  type ReceivedScope,
  type ReceivedSpan,
  RefusedExport,
  assertCounts,
  finiteOrText,
  integerOrDigits,
  parentIdOrNull,
  setAttribute,
} from "./otlp-span.ts";

// Reader for the messages of `otlp.proto`. It reads the wire format straight into the types of the service, in half the time
// that an object for every message takes. Numbers in `case` are tags: the field's number times 8, plus its wire type.

const NANOSECONDS_PER_MILLISECOND = 1_000_000n;

/** State of reading one export. */
interface Reading {
  spans: ReceivedSpan[];
  problems: SpanProblems;
  resourceSpans: number;
}

/** Reads a protobuf trace export. Throws {@link RefusedExport} when the bytes are not such a message or hold too many spans. */
export function readProtobufSpans(body: Uint8Array, problems: SpanProblems): ReceivedSpan[] {
  const reading: Reading = { spans: [], problems, resourceSpans: 0 };
  try {
    const reader = new BinaryReader(body);
    while (reader.pos < reader.len) {
      const tag = reader.uint32();
      if (tag === 10) readResourceSpans(reader, reading);
      else skip(reader, tag);
    }
    if (reader.pos !== reader.len) throw new Error("the message ends within a field");
    return reading.spans;
  } catch (error) {
    if (error instanceof RefusedExport) throw error;
    throw new RefusedExport(400, "Failed to parse OTel Protobuf Trace");
  }
}

function readResourceSpans(reader: BinaryReader, reading: Reading): void {
  reading.resourceSpans += 1;
  assertCounts(reading.resourceSpans, reading.spans.length);
  const resource: Attributes = new Map();
  let scopes = 0;
  for (const end = endOf(reader); reader.pos < end; expectWithin(reader, end)) {
    const tag = reader.uint32();
    if (tag === 10) readResource(reader, resource);
    else if (tag === 18) readScopeSpans(reader, resource, scopes++, reading);
    else skip(reader, tag);
  }
}

function readResource(reader: BinaryReader, attributes: Attributes): void {
  for (const end = endOf(reader); reader.pos < end; expectWithin(reader, end)) {
    const tag = reader.uint32();
    if (tag === 10) readAttribute(reader, attributes);
    else skip(reader, tag);
  }
}

function readScopeSpans(reader: BinaryReader, resource: Attributes, index: number, reading: Reading): void {
  const scope: ReceivedScope = { name: "", version: "", attributes: new Map() };
  let spans = 0;
  for (const end = endOf(reader); reader.pos < end; expectWithin(reader, end)) {
    const tag = reader.uint32();
    if (tag === 10) {
      readScope(reader, scope);
    } else if (tag === 18) {
      assertCounts(reading.resourceSpans, reading.spans.length + 1);
      reading.problems.at(reading.resourceSpans - 1, index, spans++);
      reading.spans.push(readSpan(reader, resource, scope, reading.problems));
    } else {
      skip(reader, tag);
    }
  }
}

function readScope(reader: BinaryReader, scope: ReceivedScope): void {
  for (const end = endOf(reader); reader.pos < end; expectWithin(reader, end)) {
    const tag = reader.uint32();
    if (tag === 10) scope.name = reader.string();
    else if (tag === 18) scope.version = reader.string();
    else if (tag === 26) readAttribute(reader, scope.attributes);
    else skip(reader, tag);
  }
}

function readSpan(
  reader: BinaryReader,
  resource: Attributes,
  scope: ReceivedScope,
  problems: SpanProblems,
): ReceivedSpan {
  const span: ReceivedSpan = {
    traceId: "",
    spanId: "",
    parentSpanId: null,
    name: "",
    startTime: null,
    endTime: null,
    attributes: new Map(),
    events: [],
    statusCode: 0,
    statusMessage: "",
    resource,
    scope,
  };
  for (const end = endOf(reader); reader.pos < end; expectWithin(reader, end)) readSpanField(reader, span);
  if (span.traceId === "") problems.add("traceId:absent");
  if (span.spanId === "") problems.add("spanId:absent");
  return span;
}

function readSpanField(reader: BinaryReader, span: ReceivedSpan): void {
  const tag = reader.uint32();
  switch (tag) {
    case 10:
      span.traceId = hex(reader.bytes());
      break;
    case 18:
      span.spanId = hex(reader.bytes());
      break;
    case 34:
      span.parentSpanId = parentIdOrNull(hex(reader.bytes()));
      break;
    case 42:
      span.name = reader.string();
      break;
    case 57:
      span.startTime = milliseconds(reader);
      break;
    case 65:
      span.endTime = milliseconds(reader);
      break;
    case 74:
      readAttribute(reader, span.attributes);
      break;
    case 90:
      span.events.push(readEvent(reader));
      break;
    case 122:
      readStatus(reader, span);
      break;
    default:
      skip(reader, tag);
  }
}

function readEvent(reader: BinaryReader): ReceivedEvent {
  const event: ReceivedEvent = { name: "", attributes: new Map() };
  for (const end = endOf(reader); reader.pos < end; expectWithin(reader, end)) {
    const tag = reader.uint32();
    if (tag === 18) event.name = reader.string();
    else if (tag === 26) readAttribute(reader, event.attributes);
    else skip(reader, tag);
  }
  return event;
}

function readStatus(reader: BinaryReader, span: ReceivedSpan): void {
  for (const end = endOf(reader); reader.pos < end; expectWithin(reader, end)) {
    const tag = reader.uint32();
    if (tag === 18) span.statusMessage = reader.string();
    else if (tag === 24) span.statusCode = reader.int32();
    else skip(reader, tag);
  }
}

function readAttribute(reader: BinaryReader, attributes: Attributes): void {
  const [key, value] = readKeyValue(reader);
  setAttribute(attributes, key, value);
}

function readKeyValue(reader: BinaryReader): [key: string, value: AttributeValue | undefined] {
  let key = "";
  let value: AttributeValue | undefined;
  for (const end = endOf(reader); reader.pos < end; expectWithin(reader, end)) {
    const tag = reader.uint32();
    if (tag === 10) key = reader.string();
    else if (tag === 18) value = readValue(reader);
    else skip(reader, tag);
  }
  return [key, value];
}

function readValue(reader: BinaryReader): AttributeValue | undefined {
  let value: AttributeValue | undefined;
  for (const end = endOf(reader); reader.pos < end; expectWithin(reader, end)) {
    const tag = reader.uint32();
    switch (tag) {
      case 10:
        value = reader.string();
        break;
      case 16:
        value = reader.bool();
        break;
      case 24:
        value = integerOrDigits(BigInt(reader.int64()));
        break;
      case 33:
        value = finiteOrText(reader.double());
        break;
      case 42:
        value = readList(reader);
        break;
      case 50:
        value = readMap(reader);
        break;
      case 58:
        value = JSON.stringify(Buffer.from(reader.bytes()).toString("base64"));
        break;
      default:
        skip(reader, tag);
    }
  }
  return value;
}

function readList(reader: BinaryReader): AttributeValue[] {
  const list: AttributeValue[] = [];
  for (const end = endOf(reader); reader.pos < end; expectWithin(reader, end)) {
    const tag = reader.uint32();
    if (tag === 10) list.push(readValue(reader) ?? "");
    else skip(reader, tag);
  }
  return list;
}

function readMap(reader: BinaryReader): AttributeValue {
  const pairs: Array<[string, AttributeValue]> = [];
  for (const end = endOf(reader); reader.pos < end; expectWithin(reader, end)) {
    const tag = reader.uint32();
    if (tag === 10) {
      const [key, value] = readKeyValue(reader);
      pairs.push([key, value ?? ""]);
    } else {
      skip(reader, tag);
    }
  }
  return Object.fromEntries(pairs);
}

/** Reads the length of the message that begins here, and returns the position of its end. */
function endOf(reader: BinaryReader): number {
  const length = reader.uint32();
  const end = reader.pos + length;
  expectWithin(reader, reader.len);
  if (end > reader.len) throw new Error("a message is longer than what holds it");
  return end;
}

function expectWithin(reader: BinaryReader, end: number): void {
  if (reader.pos > end) throw new Error("a field is longer than its message");
}

function skip(reader: BinaryReader, tag: number): void {
  if (tag >>> 3 === 0) throw new Error("there is no field 0");
  reader.skip(tag & 7, tag >>> 3);
}

function milliseconds(reader: BinaryReader): number | null {
  const nanoseconds = BigInt(reader.fixed64());
  return nanoseconds === 0n ? null : Number(nanoseconds / NANOSECONDS_PER_MILLISECOND);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}
