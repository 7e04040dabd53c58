import { fromBinary } from "@bufbuild/protobuf";
import { SpanKind, SpanStatusCode, TraceFlags, type Attributes } from "@opentelemetry/api";
import { ProtobufTraceSerializer } from "@opentelemetry/otlp-transformer";
import { resourceFromAttributes } from "@opentelemetry/resources";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
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
  fc.double({ noNaN: true }).filter((n) => !Number.isInteger(n)),
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
