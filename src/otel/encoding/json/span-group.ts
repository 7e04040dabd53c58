import type { Attributes, SpanContext } from "@opentelemetry/api";
import { bytesToBase64, concat, utf8, type Bytes } from "@svc/core/internal";
import type { InstrumentationScope, ReadableSpan, Resource } from "../../readable-span.ts";
import { flagsOf, knownAttributes, MAX_DEPTH } from "../otlp.ts";

/** Comma as UTF-8. Not by an encoder: where there is none, loading this file must not end the program. */
const COMMA: Bytes = /* @__PURE__ */ Uint8Array.of(0x2c) as Bytes;

/** Spans of one resource and one scope, each encoded as JSON. */
export class SpanGroup {
  readonly resource: Resource;
  readonly scope: InstrumentationScope;
  #spans: Bytes[] = [];
  #byteLength = 0;

  constructor(resource: Resource, scope: InstrumentationScope) {
    this.resource = resource;
    this.scope = scope;
  }

  /** Size of the spans, in bytes. */
  get byteLength(): number {
    return this.#byteLength;
  }

  /** Adds a span. Returns its size in bytes. A span that cannot be encoded leaves nothing behind. */
  add(span: ReadableSpan): number {
    const encoded = utf8(JSON.stringify(encodeSpan(span)));
    const size = encoded.length + COMMA.length;
    this.#spans.push(encoded);
    this.#byteLength += size;
    return size;
  }

  /** Removes the last span, of this size. */
  removeLast(size: number): void {
    this.#spans.pop();
    this.#byteLength -= size;
  }

  /** Removes all spans. */
  clear(): void {
    this.#spans = [];
    this.#byteLength = 0;
  }

  /** Returns one `ResourceSpans`, in parts. */
  encode(): Bytes[] {
    const { resource, scope } = this;
    const head = JSON.stringify({ resource: encodeResource(resource) }).slice(0, -1);
    const inner = JSON.stringify({ scope: encodeScope(scope), schemaUrl: scope.schemaUrl }).slice(0, -1);
    return [utf8(`${head},"scopeSpans":[${inner},"spans":[`), ...separated(this.#spans), utf8("]}]}")];
  }
}

/** Returns the body of a request with these parts: one `ResourceSpans` each. */
export function requestBody(parts: ReadonlyArray<readonly Bytes[]>): Bytes {
  const groups = parts.filter(({ length }) => length > 0).map((part) => concat(part));
  return concat([utf8('{"resourceSpans":['), ...separated(groups), utf8("]}")]);
}

function separated(items: readonly Bytes[]): Bytes[] {
  return items.flatMap((item, index) => (index === 0 ? [item] : [COMMA, item]));
}

/** Returns a span as an OTLP `Span`. Absent fields are undefined. */
function encodeSpan(span: ReadableSpan): object {
  const { parentSpanContext: parent, status } = span;
  const { name, kind, droppedAttributesCount, droppedEventsCount, droppedLinksCount } = span;
  return {
    ...identity(span.spanContext(), parent),
    parentSpanId: parent?.spanId,
    name,
    kind: kind + 1,
    startTimeUnixNano: nanoseconds(span.startTime),
    endTimeUnixNano: nanoseconds(span.endTime),
    attributes: encodeAttributes(span.attributes),
    droppedAttributesCount,
    events: span.events.map((event) => ({
      timeUnixNano: nanoseconds(event.time),
      name: event.name,
      attributes: encodeAttributes(event.attributes),
      droppedAttributesCount: event.droppedAttributesCount,
    })),
    droppedEventsCount,
    links: span.links.map(({ context, attributes, droppedAttributesCount: dropped }) => ({
      ...identity(context, context),
      attributes: encodeAttributes(attributes),
      droppedAttributesCount: dropped,
    })),
    droppedLinksCount,
    status: { code: status.code, message: status.message },
  };
}

/** Returns the fields that say which span this is. `other`: its parent, or the linked span. */
function identity({ traceId, spanId, traceFlags, traceState }: SpanContext, other: SpanContext | undefined): object {
  return { traceId, spanId, traceState: traceState?.serialize(), flags: flagsOf(traceFlags, other) };
}

/** Returns a resource as an OTLP `Resource`. */
function encodeResource(resource: Resource): object {
  return { attributes: encodeAttributes(knownAttributes(resource)) };
}

/** Returns a scope as an OTLP `InstrumentationScope`. */
function encodeScope({ name, version }: InstrumentationScope): object {
  return { name, version };
}

function nanoseconds([seconds, nanos]: ReadableSpan["startTime"]): string {
  return String(BigInt(seconds) * 1_000_000_000n + BigInt(nanos));
}

function encodeAttributes(attributes: Attributes = {}): object[] {
  return keyValues(attributes, 0).filter(({ value }) => value !== undefined);
}

function keyValues(values: object, depth: number): Array<{ key: string; value: object | undefined }> {
  return Object.entries(values).map(([key, value]) => ({ key, value: encodeValue(value, depth) }));
}

/** Returns a value as an OTLP `AnyValue`; undefined for undefined and null. */
function encodeValue(value: unknown, depth: number): object | undefined {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number") return encodeNumber(value);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "object" || depth >= MAX_DEPTH) return {};
  if (value instanceof Uint8Array) return { bytesValue: bytesToBase64(value) };
  if (Array.isArray(value)) {
    return { arrayValue: { values: value.map((item: unknown) => encodeValue(item, depth + 1) ?? {}) } };
  }
  return { kvlistValue: { values: keyValues(value, depth + 1) } };
}

/** Returns a number. JSON has no digits for some doubles, which go by their names. */
function encodeNumber(value: number): object {
  if (Number.isSafeInteger(value)) return { intValue: value };
  return { doubleValue: Number.isFinite(value) ? value : String(value) };
}
