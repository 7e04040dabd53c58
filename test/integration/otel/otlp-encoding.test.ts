import { fromBinary } from "@bufbuild/protobuf";
import { SpanKind, SpanStatusCode, TraceFlags, type Attributes } from "@opentelemetry/api";
import { JsonTraceSerializer, ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import { resourceFromAttributes } from "@opentelemetry/resources";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitBatch } from "../../../src/otel/encoding/json/batch-splitting.ts";
import { requestBody, SpanGroup } from "../../../src/otel/encoding/json/span-group.ts";
import { SpanCollector } from "../../../src/otel/encoding/span-collector.ts";
import type { ReadableSpan } from "../../../src/otel/readable-span.ts";
import { TraceExportSchema, type TraceExport } from "../../support/otlp/otlp_pb.ts";

const MIB = 1024 * 1024;

function encode(...spans: ReadableSpan[]): TraceExport {
  const collector = new SpanCollector(64 * MIB);
  for (const span of spans) collector.add(span);
  return fromBinary(TraceExportSchema, new Uint8Array(collector.take().body));
}

function encodeWithStockSerializer(...spans: ReadableSpan[]): TraceExport {
  return fromBinary(TraceExportSchema, ProtobufTraceSerializer.serializeRequest(spans as never)!);
}

const hexText = (bytes: number): fc.Arbitrary<string> =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((id) => Buffer.from(id).toString("hex"));
const context = fc.record({
  traceId: hexText(16),
  spanId: hexText(8),
  traceFlags: fc.constantFrom(TraceFlags.NONE, TraceFlags.SAMPLED),
  isRemote: fc.boolean(),
});
const time = fc.tuple(fc.integer({ min: 0, max: 4_000_000_000 }), fc.integer({ min: 0, max: 999_999_999 }));
const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ minLength: 100, maxLength: 20_000 }),
  fc.constant("é".repeat(64)),
);
const value = fc.oneof(
  text,
  fc.boolean(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Number.isInteger(n)),
  fc.array(text, { maxLength: 4 }),
  fc.array(fc.oneof(fc.maxSafeInteger(), fc.boolean()), { maxLength: 4 }),
);
const attributes: fc.Arbitrary<Attributes> = fc.dictionary(
  text.filter((key) => key !== "__proto__"),
  value as never,
  { maxKeys: 8 },
);
const dropped = fc.nat({ max: 100_000 });
const resource = fc.constantFrom(
  resourceFromAttributes({ "service.name": "shop" }),
  resourceFromAttributes({ "service.name": "Läden", many: [1, 2] }),
);
const scope = fc.constantFrom(
  { name: "svc-sdk", version: "6.0.0" },
  { name: "other" },
  { name: "with schema", schemaUrl: "https://schema" },
);

const readableSpan: fc.Arbitrary<ReadableSpan> = fc
  .record({
    name: text,
    kind: fc.constantFrom(SpanKind.INTERNAL, SpanKind.SERVER, SpanKind.CLIENT, SpanKind.PRODUCER, SpanKind.CONSUMER),
    context,
    parentSpanContext: fc.option(context, { nil: undefined }),
    startTime: time,
    endTime: time,
    status: fc.record({
      code: fc.constantFrom(SpanStatusCode.OK, SpanStatusCode.ERROR),
      message: text,
    }),
    attributes,
    links: fc.array(fc.record({ context, attributes, droppedAttributesCount: dropped }), { maxLength: 3 }),
    events: fc.array(fc.record({ name: text, time, attributes, droppedAttributesCount: dropped }), { maxLength: 3 }),
    resource,
    instrumentationScope: scope,
    droppedAttributesCount: dropped,
    droppedEventsCount: dropped,
    droppedLinksCount: dropped,
  })
  .map(({ context: own, ...span }) => Object.assign(span, { spanContext: () => own }));

describe("OTLP protobuf", () => {
  it("encodes any spans like the stock serializer", () => {
    fc.assert(
      fc.property(fc.array(readableSpan, { minLength: 1, maxLength: 5 }), (spans) => {
        expect(bySpan(encode(...spans))).toEqual(bySpan(encodeWithStockSerializer(...spans)));
      }),
      { numRuns: 200 },
    );
  });

  it("encodes later spans correctly after a span that cannot be encoded", () => {
    const [span] = fc.sample(readableSpan, { numRuns: 1, seed: 7 });
    const broken = {
      ...span!,
      get attributes(): never {
        throw new Error("broken");
      },
    };
    const collector = new SpanCollector(64 * MIB);
    collector.add(span!);
    expect(() => collector.add(broken)).toThrow("broken");
    collector.add(span!);
    const sealed = collector.take();
    expect(sealed.spanCount).toBe(2);
    expect(bySpan(fromBinary(TraceExportSchema, sealed.body))).toHaveLength(2);
  });
});

/** Returns the body of a request with the spans as JSON, in one group for each resource and scope. */
function encodeAsJson(...spans: ReadableSpan[]): Buffer<ArrayBuffer> {
  const groups: SpanGroup[] = [];
  for (const span of spans) {
    const { resource: of, instrumentationScope: by } = span;
    let group = groups.find((each) => each.resource === of && each.scope === by);
    if (group === undefined) groups.push((group = new SpanGroup(of, by)));
    group.add(span);
  }
  return Buffer.from(requestBody(groups.map((each) => each.encode())));
}

describe("OTLP JSON", () => {
  it("encodes any spans like the stock serializer", () => {
    fc.assert(
      fc.property(fc.array(readableSpan, { minLength: 1, maxLength: 5 }), (spans) => {
        const stock = Buffer.from(JsonTraceSerializer.serializeRequest(spans as never)!);
        expect(placedSpans(stock).toSorted(byText)).toMatchObject(placedSpans(encodeAsJson(...spans)).toSorted(byText));
      }),
      { numRuns: 200 },
    );
  });

  it("writes values that JSON has no form for", () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const attributes = { none: null, not: NaN, far: -Infinity, bytes: Uint8Array.of(1, 2), mixed: [1, null], cyclic };
    const [span] = fc.sample(readableSpan, { numRuns: 1, seed: 5 });
    const text = encodeAsJson({ ...span!, attributes }).toString();
    const { resourceSpans } = JSON.parse(text) as ParsedExport;
    const [encoded] = resourceSpans[0]!.scopeSpans[0]!.spans;
    expect(encoded!.attributes.slice(0, 4)).toEqual([
      { key: "not", value: { doubleValue: "NaN" } },
      { key: "far", value: { doubleValue: "-Infinity" } },
      { key: "bytes", value: { bytesValue: "AQI=" } },
      { key: "mixed", value: { arrayValue: { values: [{ intValue: 1 }, {}] } } },
    ]);
    expect(text.match(/"self"/g)).toHaveLength(20);
  });

  it("splits a batch into halves with the same spans", () => {
    fc.assert(
      fc.property(fc.array(readableSpan, { minLength: 2, maxLength: 7 }), (spans) => {
        const whole = { body: encodeAsJson(...spans), contentEncoding: undefined, spanCount: spans.length };
        const halves = splitBatch(whole);
        expect(halves.map(({ spanCount }) => spanCount)).toEqual([
          Math.ceil(spans.length / 2),
          Math.floor(spans.length / 2),
        ]);
        const parts = halves.map(({ body }) => placedSpans(body));
        expect(parts.map(({ length }) => length)).toEqual(halves.map(({ spanCount }) => spanCount));
        expect(parts.flat()).toEqual(placedSpans(whole.body));
      }),
    );
  });
});

interface ParsedExport {
  resourceSpans: Array<{
    resource: object;
    scopeSpans: Array<{ scope: object; spans: Array<{ attributes: object[] }> }>;
  }>;
}

interface PlacedSpan {
  readonly of: object;
  readonly by: object;
  readonly span: object;
}

const byText = (a: PlacedSpan, b: PlacedSpan): number => (JSON.stringify(a.span) < JSON.stringify(b.span) ? -1 : 1);

/** Returns the spans of a body in JSON, each with its resource and its scope. */
function placedSpans(body: Uint8Array): PlacedSpan[] {
  const { resourceSpans } = JSON.parse(Buffer.from(body).toString()) as ParsedExport;
  return resourceSpans.flatMap(({ resource: of, scopeSpans }) =>
    scopeSpans.flatMap(({ scope: by, spans }) => spans.map((span) => ({ of, by, span }))),
  );
}

describe("a batch", () => {
  it("is complete before it would exceed the size limit", () => {
    const collector = new SpanCollector(MIB);
    expect(collector.add(spanOf(0.6 * MIB))).toBeUndefined();
    const sealed = collector.add(spanOf(0.6 * MIB));
    expect(sealed?.spanCount).toBe(1);
    expect(sealed!.body.length).toBeLessThanOrEqual(MIB);
    expect(collector.spanCount).toBe(1);
  });

  it("shortens a span that is too large, marks it, and keeps its other attributes", () => {
    const collector = new SpanCollector(0.1 * MIB);
    expect(collector.add(spanOf(MIB))).toBeUndefined();
    const { body, spanCount } = collector.take();
    expect(spanCount).toBe(1);
    expect(body.length).toBeLessThanOrEqual(0.1 * MIB);
    const [span] = spansOf(fromBinary(TraceExportSchema, body));
    const attribute = (key: string): unknown => span!.attributes.find((each) => each.key === key)?.value?.value.value;
    expect(attribute("svc.observation.type")).toBe("generation");
    expect(attribute("svc.observation.input")).toMatch(/^x{50000,}… <\d+ bytes cut by the svc SDK>$/);
  });
});

/** Returns a span with a long input. */
function spanOf(size: number): ReadableSpan {
  const [span] = fc.sample(readableSpan, { numRuns: 1, seed: 3 });
  return { ...span!, attributes: { "svc.observation.input": "x".repeat(size), "svc.observation.type": "generation" } };
}

function spansOf(message: TraceExport) {
  return message.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

/** Returns the data of each span, regardless of how the spans are grouped. */
function bySpan({ resourceSpans }: TraceExport) {
  return resourceSpans
    .flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ scope, schemaUrl, spans }) => spans.map((span) => ({ resource, scope, schemaUrl, span }))),
    )
    .toSorted((a, b) => Buffer.compare(a.span.spanId, b.span.spanId));
}
