import {
  decodeMetadataValue,
  encodeObservationMetadataValue,
  encodePropagatedMetadata,
  flattenMetadata,
} from "@svc/core/internal";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";

const circular: Record<string, unknown> = {};
circular["self"] = circular;

/** `undefined`: no attribute is written. */
type Row = [kind: string, value: unknown, written: string | undefined];

describe("Metadata encoding: observation metadata, JavaScript/TypeScript", () => {
  const table: Row[] = [
    ["string", "pro", '"pro"'],
    ["string, non-ASCII kept", "Läufe 🚀", '"Läufe 🚀"'],
    ["string that looks like JSON", '{"a":1}', '"{\\"a\\":1}"'],
    ["numeric string", "42", '"42"'],
    ["empty string", "", '""'],
    ["number", 42, "42"],
    ["number, fraction", 0.5, "0.5"],
    ["boolean true", true, "true"],
    ["boolean false", false, "false"],
    ["nested object, compact", { a: { b: 1 }, c: [1, 2] }, '{"a":{"b":1},"c":[1,2]}'],
    ["array", ["a", 1], '["a",1]'],
    ["bigint", 12345678901234567890n, '"12345678901234567890"'],
    ["NaN", Number.NaN, '"NaN"'],
    ["Infinity", Infinity, '"Infinity"'],
    ["-Infinity", -Infinity, '"-Infinity"'],
    ["null", null, undefined],
    ["undefined", undefined, undefined],
    ["nested bigint", { id: 9007199254740993n }, '{"id":"9007199254740993"}'],
    ["nested NaN beside null", { a: Number.NaN, b: null }, '{"a":"NaN","b":null}'],
    ["nested bigint and NaN", [1n, Number.NaN], '["1","NaN"]'],
    ["Date", new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ["function", () => 1, undefined],
    ["symbol", Symbol("s"), undefined],
    ["circular", circular, '"<failed to serialize>"'],
    ["toJSON returning undefined", { toJSON: () => undefined }, undefined],
  ];

  it.each(table)("%s", (_kind, value, written) => {
    expect(encodeObservationMetadataValue(value)).toBe(written);
  });
});

describe("Metadata encoding: propagated trace metadata, JavaScript/TypeScript", () => {
  const table: Row[] = [
    ["string", "pro", '"pro"'],
    ["numeric string", "42", '"42"'],
    ["empty string", "", '""'],
    ["number", 42, "42"],
    ["boolean", true, "true"],
    ["null", null, "null"],
    ["array", [1, "a"], '[1,"a"]'],
    ["object", { a: { b: 1 } }, '{"a":{"b":1}}'],
    ["bigint", 12345678901234567890n, "12345678901234567890"],
    ["nested bigint", { id: 9007199254740993n }, '{"id":9007199254740993}'],
    ["Date", new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ["NaN", Number.NaN, undefined],
    ["Infinity", Infinity, undefined],
    ["nested NaN", { a: [Number.NaN] }, undefined],
    ["undefined", undefined, undefined],
    ["function", () => 1, undefined],
    ["circular", circular, undefined],
    ["198 characters and two quotes", "x".repeat(198), `"${"x".repeat(198)}"`],
    ["199 characters and two quotes", "x".repeat(199), undefined],
    ["a line break counts as it is encoded", `${"x".repeat(197)}\n`, undefined],
  ];

  it.each(table)("%s", (kind, value, written) => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const key = `key of ${kind}`;
    expect(encodePropagatedMetadata({ [key]: value })).toEqual(written === undefined ? {} : { [key]: written });
    expect(warn.mock.calls.flat().join("\n").includes(key)).toBe(written === undefined);
    warn.mockRestore();
  });
});

describe("Server-side reading of encoded values", () => {
  it.each<[rule: string, attribute: unknown, value: unknown]>([
    ["strings are decoded, without the quotes", '"pro"', "pro"],
    ["a numeric string stays a string", '"42"', "42"],
    ["numbers keep their type", "42", 42],
    ["numbers keep their type, fractions", "-0.5", -0.5],
    ["numbers keep their type, large ones that a double holds", "9007199254740992", 9007199254740992],
    ["numbers keep their type, larger ones that a double holds", "100000000000000000000", 1e20],
    ["booleans keep their type", "true", true],
    ["null", "null", null],
    ["a string that looks like JSON stays one", '"{\\"a\\":1}"', '{"a":1}'],
    ["objects", '{"a":{"b":1}}', { a: { b: 1 } }],
    ["text that is not JSON", "plain text", "plain text"],
    ["digits no double can hold", "12345678901234567890", "12345678901234567890"],
    ["an attribute that is no text", 7, 7],
  ])("%s", (_rule, attribute, value) => {
    expect(decodeMetadataValue(attribute)).toEqual(value);
  });

  it("flattens nested objects to dotted paths; the first value of a path takes precedence", () => {
    expect(flattenMetadata([["a", { b: { c: 1 }, d: [1] }]])).toEqual(
      new Map<string, unknown>([
        ["a.b.c", 1],
        ["a.d", [1]],
      ]),
    );
    expect(
      flattenMetadata([
        ["a.b", "literal"],
        ["a", { b: "nested" }],
      ]).get("a.b"),
    ).toBe("literal");
    expect(
      flattenMetadata([
        ["a", { b: "nested" }],
        ["a.b", "literal"],
      ]).get("a.b"),
    ).toBe("nested");
  });

  it("is the inverse of the encoding for every JSON value", () => {
    const jsonValue = fc
      .oneof(fc.jsonValue(), fc.double({ noInteger: false, noNaN: true, noDefaultInfinity: true }))
      .filter((value) => value !== null);
    fc.assert(
      fc.property(jsonValue, (value) => {
        const expected: unknown = JSON.parse(JSON.stringify(value));
        expect(decodeMetadataValue(encodeObservationMetadataValue(value))).toEqual(expected);
      }),
    );
  });
});
