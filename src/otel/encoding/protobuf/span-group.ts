import { SpanStatusCode, type Attributes } from "@opentelemetry/api";
import { concat, utf8, utf8Size, type Bytes } from "@svc/core/internal";
import {
  ANY_VALUE,
  EVENT,
  EXPORT_REQUEST,
  fieldHeader,
  KEY_VALUE,
  LINK,
  LIST,
  ProtobufWriter,
  RESOURCE,
  RESOURCE_SPANS,
  SCOPE,
  SCOPE_SPANS,
  SPAN,
  STATUS,
  varintSize,
} from "@svc/core/internal/protobuf";
import type { InstrumentationScope, ReadableSpan, Resource } from "../../readable-span.ts";
import { flagsOf, knownAttributes, MAX_DEPTH } from "../otlp.ts";
import { joinBody } from "../spare-body.ts";

const INITIAL_SIZE = 64 * 1024;

/** Largest buffer kept after a batch, in bytes: the buffer of a huge batch is released. */
const LARGEST_KEPT = 4 * 1024 * 1024;

/** Spans of one resource and one scope, encoded as protobuf one after another in one buffer. */
export class SpanGroup {
  readonly resource: Resource;
  readonly scope: InstrumentationScope;
  #spans = new ProtobufWriter(INITIAL_SIZE);

  constructor(resource: Resource, scope: InstrumentationScope) {
    this.resource = resource;
    this.scope = scope;
  }

  /** Size of the spans, in bytes. */
  get byteLength(): number {
    return this.#spans.length;
  }

  /** Adds a span. Returns its size in bytes. A span that cannot be encoded leaves nothing behind. */
  add(span: ReadableSpan): number {
    const spans = this.#spans;
    const before = spans.length;
    try {
      spans.reserve(1);
      spans.byte(SCOPE_SPANS.SPANS);
      const start = spans.beginMessage();
      encodeSpan(spans, span);
      spans.endMessage(start);
    } catch (error) {
      spans.truncate(before);
      throw error;
    }
    return spans.length - before;
  }

  /** Removes the last span, of this size. */
  removeLast(size: number): void {
    this.#spans.truncate(this.#spans.length - size);
  }

  /** Removes all spans. */
  clear(): void {
    if (this.#spans.length > LARGEST_KEPT) this.#spans = new ProtobufWriter(INITIAL_SIZE);
    else this.#spans.truncate(0);
  }

  /** Returns the last span, of this size, as a view that later spans overwrite. */
  last(size: number): Bytes {
    return this.#spans.bytes().subarray(-size);
  }

  /** Returns one `ResourceSpans` with its tag and length, in parts. The parts around the spans are small. */
  encode(): Bytes[] {
    const [resource, scope] = this.surroundings();
    return resourceSpans(resource, scope, this.#spans.bytes());
  }

  /** Returns the resource and the scope, as the fields that stand beside the spans. */
  surroundings(): readonly [resource: Bytes, scope: Bytes] {
    const { resource, scope } = this;
    const around = new ProtobufWriter(512);
    around.byte(RESOURCE_SPANS.RESOURCE);
    encodeResource(around, resource);
    const resourceSize = around.length;
    around.reserve(1);
    around.byte(SCOPE_SPANS.SCOPE);
    encodeScope(around, scope);
    if (scope.schemaUrl) text(around, SCOPE_SPANS.SCHEMA_URL, scope.schemaUrl);
    return [around.bytes().subarray(0, resourceSize), around.bytes().subarray(resourceSize)];
  }
}

/** Returns one `ResourceSpans` with its tag and length, in parts. */
function resourceSpans(resource: Bytes, scope: Bytes, spans: Bytes): Bytes[] {
  const scopeSpans = fieldHeader(RESOURCE_SPANS.SCOPE_SPANS, scope.length + spans.length);
  const size = resource.length + scopeSpans.length + scope.length + spans.length;
  return [fieldHeader(EXPORT_REQUEST.RESOURCE_SPANS, size), resource, scopeSpans, scope, spans];
}

/** Returns the body of a request with these parts: one `ResourceSpans`, or several in a row, each. */
export function requestBody(parts: ReadonlyArray<readonly Bytes[]>): Bytes {
  return joinBody(parts.flat());
}

/** Room for the fixed-size fields of a span, a link or an event, their tags included. */
const FIXED_FIELDS = 128;

/** Writes one span as an OTLP `Span` message, without a tag and length in front. */
function encodeSpan(writer: ProtobufWriter, span: ReadableSpan): void {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  const parent = span.parentSpanContext;
  writer.reserve(FIXED_FIELDS);
  writer.byte(SPAN.TRACE_ID);
  writer.hex(traceId);
  writer.byte(SPAN.SPAN_ID);
  writer.hex(spanId);
  if (parent) {
    writer.byte(SPAN.PARENT_SPAN_ID);
    writer.hex(parent.spanId);
  }
  writer.byte(SPAN.KIND);
  writer.byte(span.kind + 1);
  writer.byte(SPAN.START_TIME);
  writer.nanoseconds(span.startTime[0], span.startTime[1]);
  writer.byte(SPAN.END_TIME);
  writer.nanoseconds(span.endTime[0], span.endTime[1]);
  writer.varint(SPAN.FLAGS); // A tag of two bytes.
  writer.fixed32(flagsOf(traceFlags, parent));
  text(writer, SPAN.NAME, span.name);
  if (traceState) text(writer, SPAN.TRACE_STATE, traceState.serialize());
  encodeAttributes(writer, SPAN.ATTRIBUTES, span.attributes);
  count(writer, SPAN.DROPPED_ATTRIBUTES, span.droppedAttributesCount);
  for (const event of span.events) encodeEvent(writer, event);
  count(writer, SPAN.DROPPED_EVENTS, span.droppedEventsCount);
  for (const link of span.links) encodeLink(writer, link);
  count(writer, SPAN.DROPPED_LINKS, span.droppedLinksCount);
  encodeStatus(writer, span.status);
}

/** Writes a resource as an OTLP `Resource` message, with its length in front. */
function encodeResource(writer: ProtobufWriter, resource: Resource): void {
  const start = writer.beginMessage();
  encodeAttributes(writer, RESOURCE.ATTRIBUTES, knownAttributes(resource));
  writer.endMessage(start);
}

/** Writes a scope as an OTLP `InstrumentationScope` message, with its length in front. */
function encodeScope(writer: ProtobufWriter, { name, version }: InstrumentationScope): void {
  const start = writer.beginMessage();
  text(writer, SCOPE.NAME, name);
  if (version) text(writer, SCOPE.VERSION, version);
  writer.endMessage(start);
}

function encodeEvent(writer: ProtobufWriter, event: ReadableSpan["events"][number]): void {
  writer.reserve(FIXED_FIELDS);
  writer.byte(SPAN.EVENTS);
  const start = writer.beginMessage();
  writer.reserve(FIXED_FIELDS);
  writer.byte(EVENT.TIME);
  writer.nanoseconds(event.time[0], event.time[1]);
  text(writer, EVENT.NAME, event.name);
  if (event.attributes) encodeAttributes(writer, EVENT.ATTRIBUTES, event.attributes);
  count(writer, EVENT.DROPPED_ATTRIBUTES, event.droppedAttributesCount);
  writer.endMessage(start);
}

function encodeLink(writer: ProtobufWriter, link: ReadableSpan["links"][number]): void {
  const { traceId, spanId, traceFlags, traceState } = link.context;
  writer.reserve(FIXED_FIELDS);
  writer.byte(SPAN.LINKS);
  const start = writer.beginMessage();
  writer.reserve(FIXED_FIELDS);
  writer.byte(LINK.TRACE_ID);
  writer.hex(traceId);
  writer.byte(LINK.SPAN_ID);
  writer.hex(spanId);
  writer.byte(LINK.FLAGS);
  writer.fixed32(flagsOf(traceFlags, link.context));
  if (traceState) text(writer, LINK.TRACE_STATE, traceState.serialize());
  if (link.attributes) encodeAttributes(writer, LINK.ATTRIBUTES, link.attributes);
  count(writer, LINK.DROPPED_ATTRIBUTES, link.droppedAttributesCount);
  writer.endMessage(start);
}

function encodeStatus(writer: ProtobufWriter, { code, message }: ReadableSpan["status"]): void {
  if (code === SpanStatusCode.UNSET) return;
  writer.reserve(16);
  writer.byte(SPAN.STATUS);
  const start = writer.beginMessage();
  if (message) text(writer, STATUS.MESSAGE, message);
  writer.reserve(2);
  writer.byte(STATUS.CODE);
  writer.byte(code);
  writer.endMessage(start);
}

function encodeAttributes(writer: ProtobufWriter, tag: number, attributes: Attributes): void {
  for (const key in attributes) {
    const value = attributes[key];
    if (value !== undefined && value !== null) encodeKeyValue(writer, tag, key, value, 0);
  }
}

function encodeKeyValue(writer: ProtobufWriter, tag: number, key: string, value: unknown, depth: number): void {
  const keyField = encodedKey(key);
  if (typeof value === "string") {
    encodeText(writer, tag, keyField, value);
    return;
  }
  writer.reserve(keyField.length + 16);
  writer.byte(tag);
  const start = writer.beginMessage();
  writer.reserve(keyField.length + 16);
  writer.copy(keyField);
  encodeAnyValue(writer, value, depth);
  writer.endMessage(start);
}

/**
 * Longest text written before its size is known. Above, computing the size costs little, and room for the worst case
 * would be large.
 */
const LONGEST_GUESSED = 16 * 1024;

/**
 * Writes a text attribute. Most attributes are texts, and most texts are ASCII: all lengths are known beforehand, and no
 * bytes are moved.
 */
function encodeText(writer: ProtobufWriter, tag: number, keyField: Uint8Array, value: string): void {
  if (value.length <= LONGEST_GUESSED) {
    const { length } = writer;
    writer.reserve(keyField.length + value.length * 3 + 32);
    beginText(writer, tag, keyField, value.length);
    if (writer.ascii(value)) return;
    writer.truncate(length);
  }
  const size = utf8Size(value);
  writer.reserve(keyField.length + size + 32);
  beginText(writer, tag, keyField, size);
  writer.text(value, size);
}

function beginText(writer: ProtobufWriter, tag: number, keyField: Uint8Array, size: number): void {
  const anySize = 1 + varintSize(size) + size;
  writer.byte(tag);
  writer.varint(keyField.length + varintSize(anySize) + anySize);
  writer.copy(keyField);
  writer.varint(anySize);
  writer.byte(ANY_VALUE.STRING);
  writer.varint(size);
}

const MAX_REMEMBERED_KEYS = 2_000;
const rememberedKeys = new Map<string, Bytes>();

/** Returns the encoded key of a `KeyValue` and the tag of its value, from a cache: every span has the same few keys. */
function encodedKey(key: string): Bytes {
  const known = rememberedKeys.get(key);
  if (known !== undefined) return known;
  const text = utf8(key);
  const encoded = concat([fieldHeader(KEY_VALUE.KEY, text.length), text, Uint8Array.of(KEY_VALUE.VALUE)]);
  if (rememberedKeys.size < MAX_REMEMBERED_KEYS) rememberedKeys.set(key, encoded);
  return encoded;
}

/** Writes an `AnyValue` with its length in front. */
function encodeAnyValue(writer: ProtobufWriter, value: unknown, depth: number): void {
  const start = writer.beginMessage();
  writer.reserve(16);
  if (typeof value === "string") {
    text(writer, ANY_VALUE.STRING, value);
  } else if (typeof value === "boolean") {
    writer.byte(ANY_VALUE.BOOL);
    writer.byte(value ? 1 : 0);
  } else if (typeof value === "number") {
    encodeNumber(writer, value);
  } else if (typeof value === "object" && value !== null && depth < MAX_DEPTH) {
    encodeObject(writer, value, depth + 1);
  }
  writer.endMessage(start);
}

function encodeNumber(writer: ProtobufWriter, value: number): void {
  if (!Number.isSafeInteger(value)) {
    writer.byte(ANY_VALUE.DOUBLE);
    writer.double(value);
    return;
  }
  writer.byte(ANY_VALUE.INT);
  if (value < 0) writer.negativeVarint(value);
  else writer.varint(value);
}

function encodeObject(writer: ProtobufWriter, value: object, depth: number): void {
  if (value instanceof Uint8Array) {
    writer.reserve(value.length + 8);
    writer.byte(ANY_VALUE.BYTES);
    writer.varint(value.length);
    writer.raw(value);
    return;
  }
  writer.byte(Array.isArray(value) ? ANY_VALUE.ARRAY : ANY_VALUE.KEY_VALUES);
  const start = writer.beginMessage();
  if (Array.isArray(value)) {
    for (const item of value) {
      writer.reserve(8);
      writer.byte(LIST.VALUES);
      encodeAnyValue(writer, item, depth);
    }
  } else {
    for (const [key, nested] of Object.entries(value)) encodeKeyValue(writer, LIST.VALUES, key, nested, depth);
  }
  writer.endMessage(start);
}

function text(writer: ProtobufWriter, tag: number, value: string): void {
  writer.reserve(1);
  writer.byte(tag);
  writer.lengthAndText(value);
}

function count(writer: ProtobufWriter, tag: number, value: number | undefined): void {
  if (!value) return;
  writer.reserve(8);
  writer.byte(tag);
  writer.varint(value);
}
