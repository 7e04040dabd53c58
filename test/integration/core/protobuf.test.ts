import { utf8Size } from "@svc/core/internal";
import { ProtobufReader, ProtobufWriter } from "@svc/core/internal/protobuf";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readPartialSuccess } from "../../../src/otel/encoding/protobuf/partial-success.ts";
import * as fields from "../../../src/core/protobuf/otlp-fields.ts";

/** Names in the field table of the messages that `otlp.proto` names otherwise. */
const MESSAGES: Readonly<Record<string, string>> = {
  TRACE_EXPORT: "EXPORT_REQUEST",
  SPAN_EVENT: "EVENT",
  SPAN_LINK: "LINK",
  ARRAY_VALUE: "LIST",
};
/** Endings of field names in `otlp.proto`, and what the field table has in their place. */
const FIELDS: readonly [suffix: RegExp, shorter: string][] = [
  [/_UNIX_NANO$|_COUNT$/, ""],
  [/^KVLIST_VALUE$/, "KEY_VALUES"],
  [/(?<=^(?:STRING|BOOL|INT|DOUBLE|ARRAY|BYTES))_VALUE$/, ""],
];
const WIRE_TYPES: Readonly<Record<string, number>> = {
  int32: 0,
  uint32: 0,
  int64: 0,
  bool: 0,
  fixed64: 1,
  double: 1,
  fixed32: 5,
};

function upperCase(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
}

function readSchema(): Map<string, Record<string, number>> {
  const schema = new Map<string, Record<string, number>>();
  const text = readFileSync(join(import.meta.dirname, "../../support/otlp/otlp.proto"), "utf8");
  for (const [, message, body] of text.matchAll(/^message (\w+) \{(.*?)^\}/gms)) {
    const tags = [...body!.matchAll(/^\s+(?:repeated )?(\w+) (\w+) = (\d+);/gm)].map(([, type, field, number]) => [
      FIELDS.reduce((name, [suffix, shorter]) => name.replace(suffix, shorter), upperCase(field!)),
      Number(number) * 8 + (WIRE_TYPES[type!] ?? 2),
    ]);
    const name = upperCase(message!);
    schema.set(MESSAGES[name] ?? name, Object.fromEntries(tags) as Record<string, number>);
  }
  return schema;
}

describe("the table of fields", () => {
  const schema = readSchema();
  const { EXPORT_RESPONSE: _response, PARTIAL_SUCCESS: _partial, ...requests } = fields;

  it.each(Object.entries(requests))("has the tags of otlp.proto for %s", (name, tags) => {
    expect(schema.get(name)).toMatchObject(tags);
  });
});

function written(write: (writer: ProtobufWriter) => void): ProtobufReader {
  const writer = new ProtobufWriter(16);
  writer.reserve(64);
  write(writer);
  return new ProtobufReader(Uint8Array.from(writer.bytes()));
}

describe("the reader", () => {
  it("reads the integers that the writer wrote", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        const reader = written((writer) => (value < 0 ? writer.negativeVarint(value) : writer.varint(value)));
        expect([reader.int64(), reader.remaining]).toEqual([value, 0]);
      }),
    );
  });

  it("reads the times that the writer wrote, in milliseconds", () => {
    fc.assert(
      fc.property(fc.nat(2 ** 31 - 1), fc.nat(999_999_999), (seconds, nanoseconds) => {
        const reader = written((writer) => writer.nanoseconds(seconds, nanoseconds));
        const isKnown = seconds + nanoseconds > 0;
        expect(reader.time()).toBe(isKnown ? seconds * 1_000 + Math.floor(nanoseconds / 1e6) : null);
      }),
    );
  });

  it("reads the texts that the writer wrote", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        const wellFormed = text.toWellFormed();
        expect(written((writer) => writer.lengthAndText(wellFormed)).text()).toBe(wellFormed);
      }),
    );
  });

  it("reads invalid UTF-8 as a decoder does", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const reader = written((writer) => {
          writer.varint(bytes.length);
          writer.raw(bytes);
        });
        expect(reader.text()).toBe(new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
      }),
    );
  });

  it.each([
    ["a number", [0x08, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]],
    ["eight bytes", [0x09, 1, 2, 3, 4, 5, 6, 7, 8]],
    ["bytes", [0x0a, 2, 1, 2]],
    ["four bytes", [0x0d, 1, 2, 3, 4]],
    ["a group within a group", [0x0b, 0x08, 1, 0x13, 0x0a, 1, 0, 0x14, 0x0c]],
  ])("skips %s", (_kind, bytes) => {
    const reader = new ProtobufReader(Uint8Array.from([...bytes, 0x2a]));
    reader.skip(reader.uint32());
    expect(reader.uint32()).toBe(0x2a);
  });

  it.each([
    ["a number that does not end", [0x08, 0xff]],
    ["a number of eleven bytes", [0x08, ...Array.from({ length: 10 }, () => 0xff), 0x01]],
    ["bytes that do not end", [0x0a, 3, 1, 2]],
    ["a group that does not end", [0x0b, 0x08, 1]],
    ["a group with another's end", [0x0b, 0x14]],
    ["a group's end alone", [0x0c]],
    ["groups that are nested too deep", Array.from({ length: 1_000 }, () => 0x0b)],
    ["field 0", [0x00, 1]],
    ["a wire type that does not exist", [0x0e, 1]],
  ])("throws for %s", (_kind, bytes) => {
    const reader = new ProtobufReader(Uint8Array.from(bytes));
    expect(() => reader.skip(reader.uint32())).toThrow(Error);
  });
});

describe("a response that rejects some spans", () => {
  const message = "no room ".repeat(10_000);
  const writer = new ProtobufWriter(16);
  writer.reserve(1);
  writer.byte(0x0a);
  const start = writer.beginMessage();
  writer.reserve(8);
  writer.byte(0x08);
  writer.varint(300);
  writer.reserve(1);
  writer.byte(0x12);
  writer.lengthAndText(message);
  writer.endMessage(start);
  const body = Uint8Array.from(writer.bytes());

  it("is read completely", () => {
    expect(readPartialSuccess(body)).toEqual({ rejected: 300, errors: message });
    expect(body.length).toBeGreaterThan(utf8Size(message));
  });

  it("is read as far as it was kept", () => {
    const cut = readPartialSuccess(body.subarray(0, 64 * 1024));
    expect(cut.rejected).toBe(300);
    expect(message.startsWith(cut.errors) && cut.errors.length > 60_000).toBe(true);
  });
});
