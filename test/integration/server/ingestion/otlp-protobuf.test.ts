import {
  type DescField,
  type DescMessage,
  type MessageInitShape,
  ScalarType,
  create,
  fromBinary,
  toBinary,
} from "@bufbuild/protobuf";
import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readProtobufSpans } from "../../../../src/server/ingest/otlp/otlp-protobuf.ts";
import {
  type AttributeValue,
  type ReceivedSpan,
  finiteOrText,
  integerOrDigits,
} from "../../../../src/server/ingest/otlp/otlp-span.ts";
import {
  type AnyValue,
  AnyValueSchema,
  type KeyValue,
  KeyValueSchema,
  type TraceExport,
  TraceExportSchema,
} from "../../../support/otlp/otlp_pb.ts";

const text = fc.string({ unit: "grapheme", maxLength: 12 });

const { anyValue } = fc.letrec<{ anyValue: AnyValue; keyValue: KeyValue }>((tie) => ({
  anyValue: fc
    .oneof(
      { depthSize: "small" },
      text.map((value) => ({ case: "stringValue" as const, value })),
      fc.boolean().map((value) => ({ case: "boolValue" as const, value })),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => ({ case: "intValue" as const, value })),
      fc.double().map((value) => ({ case: "doubleValue" as const, value })),
      fc.uint8Array({ maxLength: 6 }).map((value) => ({ case: "bytesValue" as const, value: Uint8Array.from(value) })),
      fc.array(tie("anyValue"), { maxLength: 3 }).map((values) => ({ case: "arrayValue" as const, value: { values } })),
      fc
        .array(tie("keyValue"), { maxLength: 3 })
        .map((values) => ({ case: "kvlistValue" as const, value: { values } })),
      fc.constant({ case: undefined }),
    )
    .map((value) => create(AnyValueSchema, { value })),
  keyValue: fc.record({ key: text, value: tie("anyValue") }).map((pair) => create(KeyValueSchema, pair)),
}));

const attributes = fc.array(
  fc.record({ key: text, value: anyValue }).map((pair) => create(KeyValueSchema, pair)),
  { maxLength: 4 },
);
const id = (length: number): fc.Arbitrary<Uint8Array<ArrayBuffer>> =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => Uint8Array.from(bytes));
const time = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

const span = fc.record({
  traceId: id(16),
  spanId: id(8),
  parentSpanId: fc.oneof(id(8), id(0)),
  name: text,
  startTimeUnixNano: time,
  endTimeUnixNano: time,
  attributes,
  events: fc.array(fc.record({ name: text, attributes }), { maxLength: 2 }),
  status: fc.record({ code: fc.integer({ min: 0, max: 2 }), message: text }),
});

const traceExport = fc.record({
  resourceSpans: fc.array(
    fc.record({
      resource: fc.record({ attributes }),
      scopeSpans: fc.array(
        fc.record({
          scope: fc.record({ name: text, version: text, attributes }),
          spans: fc.array(span, { maxLength: 3 }),
        }),
        { maxLength: 2 },
      ),
    }),
    { maxLength: 2 },
  ),
});

const exportBytes = traceExport.map((content) =>
  toBinary(TraceExportSchema, create(TraceExportSchema, content as MessageInitShape<typeof TraceExportSchema>)),
);

test("reads spans like the library generated from the schema", () => {
  fc.assert(
    fc.property(exportBytes, (bytes) => {
      const reference = spansOf(fromBinary(TraceExportSchema, bytes));
      expect(readProtobufSpans(bytes)).toEqual(reference);
    }),
    { numRuns: 300 },
  );
});

test("skips fields that have another wire type than the schema's", () => {
  fc.assert(
    fc.property(exportBytes, (bytes) => {
      const disturbed = withMistypedFields(TraceExportSchema, bytes);
      expect(readProtobufSpans(disturbed)).toEqual(readProtobufSpans(bytes));
      expect(withoutMistypedFields(TraceExportSchema, disturbed)).toEqual(bytes);
    }),
    { numRuns: 100 },
  );
});

test("reads all bytes that the library reads, and never crashes", () => {
  const cut = exportBytes.chain((whole) => fc.nat(whole.length).map((end) => whole.subarray(0, end)));
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 40 }), cut), (given) => {
      const own = outcome(() => readProtobufSpans(given));
      const reference = outcome(() => fromBinary(TraceExportSchema, withoutMistypedFields(TraceExportSchema, given)));
      expect([
        own === "read" || own === "Failed to parse OTel Protobuf Trace",
        own === "read" || reference !== "read",
      ]).toEqual([true, true]);
    }),
    { numRuns: 500 },
  );
});

/** Field of a message: its number, its wire type, and its bytes with the tag. */
interface WireField {
  number: number;
  wireType: WireType;
  bytes: Uint8Array;
}

/** Splits a message into its fields. Throws when the bytes are no message. */
function wireFieldsOf(bytes: Uint8Array): WireField[] {
  const fields: WireField[] = [];
  for (const reader = new BinaryReader(bytes); reader.pos < reader.len;) {
    const start = reader.pos;
    const [number, wireType] = reader.tag();
    // The library skips a number of any length. It reads a number of at most ten bytes.
    if (wireType === WireType.Varint) reader.uint64();
    else reader.skip(wireType, number);
    fields.push({ number, wireType, bytes: bytes.subarray(start, reader.pos) });
  }
  return fields;
}

/**
 * Returns a message without the fields that have another wire type than the schema's. By the specification of protobuf they are
 * unknown fields. The library reads them as if they had the type of the schema. Throws when the bytes are no message.
 */
function withoutMistypedFields(schema: DescMessage, bytes: Uint8Array): Uint8Array {
  const writer = new BinaryWriter();
  for (const { number, wireType, bytes: field } of wireFieldsOf(bytes)) {
    const known = schema.fields.find((each) => each.number === number);
    if (known === undefined) writer.raw(field);
    else if (wireType === wireTypeOf(known)) writeChanged(writer, known, field, withoutMistypedFields);
  }
  return writer.finish();
}

/** Returns a message with fields before every field: of the same number, and of other wire types than the schema's. */
function withMistypedFields(schema: DescMessage, bytes: Uint8Array): Uint8Array {
  const writer = new BinaryWriter();
  for (const { number, wireType, bytes: field } of wireFieldsOf(bytes)) {
    if (wireType !== WireType.Varint) writer.tag(number, WireType.Varint).uint32(0);
    if (wireType !== WireType.Bit64) writer.tag(number, WireType.Bit64).fixed64(0n);
    if (wireType !== WireType.Bit32) writer.tag(number, WireType.Bit32).fixed32(0);
    writer.tag(number, WireType.StartGroup).tag(1, WireType.LengthDelimited).bytes(Uint8Array.of(1));
    writer.tag(number, WireType.EndGroup);
    writeChanged(
      writer,
      schema.fields.find((each) => each.number === number)!,
      field,
      withMistypedFields,
    );
  }
  return writer.finish();
}

/** Writes a field of the schema. Its content is changed when it is a message. */
function writeChanged(
  writer: BinaryWriter,
  known: DescField,
  field: Uint8Array,
  change: (schema: DescMessage, bytes: Uint8Array) => Uint8Array,
): void {
  if (known.message === undefined) {
    writer.raw(field);
    return;
  }
  const reader = new BinaryReader(field);
  const [number, wireType] = reader.tag();
  writer.tag(number, wireType).bytes(change(known.message, reader.bytes()));
}

/** Wire types of the schema's scalar fields that are not numbers of variable length. */
const WIRE_TYPES: ReadonlyMap<ScalarType, WireType> = new Map([
  [ScalarType.BYTES, WireType.LengthDelimited],
  [ScalarType.STRING, WireType.LengthDelimited],
  [ScalarType.DOUBLE, WireType.Bit64],
  [ScalarType.FIXED64, WireType.Bit64],
  [ScalarType.FIXED32, WireType.Bit32],
]);

function wireTypeOf({ scalar }: DescField): WireType {
  return scalar === undefined ? WireType.LengthDelimited : (WIRE_TYPES.get(scalar) ?? WireType.Varint);
}

function outcome(read: () => unknown): string {
  try {
    read();
    return "read";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function spansOf(message: TraceExport): ReceivedSpan[] {
  return message.resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ scope, spans }) =>
      spans.map((each) => ({
        traceId: Buffer.from(each.traceId).toString("hex"),
        spanId: Buffer.from(each.spanId).toString("hex"),
        parentSpanId: /^0*$/.test(Buffer.from(each.parentSpanId).toString("hex"))
          ? null
          : Buffer.from(each.parentSpanId).toString("hex"),
        name: each.name,
        startTime: each.startTimeUnixNano === 0n ? null : Number(each.startTimeUnixNano / 1_000_000n),
        endTime: each.endTimeUnixNano === 0n ? null : Number(each.endTimeUnixNano / 1_000_000n),
        attributes: mapOf(each.attributes),
        events: each.events.map((event) => ({
          name: event.name,
          time: event.timeUnixNano === 0n ? null : Number(event.timeUnixNano / 1_000_000n),
          attributes: mapOf(event.attributes),
        })),
        statusCode: each.status?.code ?? 0,
        statusMessage: each.status?.message ?? "",
        resource: mapOf(resource?.attributes ?? []),
        scope: { name: scope?.name ?? "", version: scope?.version ?? "", attributes: mapOf(scope?.attributes ?? []) },
      })),
    ),
  );
}

function mapOf(pairs: KeyValue[]): Map<string, AttributeValue> {
  const map = new Map<string, AttributeValue>();
  for (const { key, value } of pairs) {
    const read = valueOf(value);
    if (read !== undefined)
      map.set(key, typeof read === "object" && !Array.isArray(read) ? JSON.stringify(read) : read);
  }
  return map;
}

function valueOf(wrapped: AnyValue | undefined): AttributeValue | undefined {
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
      return content.value.values.map((item) => valueOf(item) ?? "");
    case "kvlistValue":
      return Object.fromEntries(content.value.values.map(({ key, value }) => [key, valueOf(value) ?? ""]));
    case "bytesValue":
      return JSON.stringify(Buffer.from(content.value).toString("base64"));
    case undefined:
      break;
  }
  return undefined;
}
