import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { describe, expect, test } from "vitest";
import {
  TRACE_ID,
  type TestExport,
  type Value,
  observation,
  observations,
  send,
} from "../../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const O = svc.OBSERVATION_METADATA;
const T = svc.TRACE_METADATA;

const server = serverOfAllTests();

async function metadataOf(attributes: Record<string, Value>, more: Partial<TestExport> = {}): Promise<unknown> {
  await send(server, { spans: [{ attributes }], ...more });
  return (await observation(server))["metadata"];
}

const OWN = { "scope.name": "svc-sdk", "scope.version": "6.0.0", "scope.attributes": {}, resourceAttributes: {} };

describe("server-side reading of encoded values", () => {
  test.each<[rule: string, attributes: Record<string, Value>, metadata: Record<string, unknown>]>([
    ["1. strings are stored without the quotes", { [`${O}.k`]: '"text"' }, { k: "text" }],
    ["1. a numeric string stays a string", { [`${O}.k`]: '"123"' }, { k: "123" }],
    ["1. the empty string", { [`${O}.k`]: '""' }, { k: "" }],
    ["2. numbers keep their type", { [`${O}.k`]: "1.5" }, { k: 1.5 }],
    ["2. booleans keep their type", { [`${O}.k`]: "true" }, { k: true }],
    [
      "2. integers beyond a double keep their digits",
      { [`${T}.k`]: "123456789012345678901" },
      { k: "123456789012345678901" },
    ],
    ["2. null", { [`${T}.k`]: "null" }, { k: null }],
    ["3. nested objects become dotted paths", { [`${O}.a`]: '{"b":1,"c":{"d":"e"}}' }, { "a.b": 1, "a.c.d": "e" }],
    ["3. lists are leaves", { [`${O}.a`]: '[{"b":1}]' }, { a: [{ b: 1 }] }],
    ["4. the literal key first", { [`${O}.a.b`]: "1", [`${O}.a`]: '{"b":2}' }, { "a.b": 1 }],
    ["4. the nested key first", { [`${O}.a`]: '{"b":2}', [`${O}.a.b`]: "1" }, { "a.b": 2 }],
    ["4. observation metadata before trace metadata", { [`${T}.a`]: '{"b":2}', [`${O}.a.b`]: "1" }, { "a.b": 1 }],
    ["text that is no JSON stays text", { [`${O}.k`]: "plain" }, { k: "plain" }],
    ["attributes that are no text keep their type", { [`${O}.k`]: 5, [`${O}.l`]: ["a"] }, { k: 5, l: ["a"] }],
    ["trace metadata replaces the same key", { [`${O}.k`]: '"o"', [`${T}.k`]: '"t"' }, { k: "t" }],
    ["a whole object", { [O]: '{"k":"v","n":{"m":1}}' }, { k: "v", "n.m": 1 }],
    ["single keys replace those of a whole object", { [O]: '{"k":"v"}', [`${O}.k`]: "2" }, { k: 2 }],
    ["a whole value that is no object is dropped", { [O]: "7" }, {}],
    ["the older name", { "svc.metadata.k": '"v"' }, { k: "v" }],
    ["keys with a special meaning are keys", { [`${O}.__proto__`]: '"p"' }, JSON.parse('{"__proto__":"p"}')],
  ])("%s", async (_, attributes, metadata) => {
    expect(await metadataOf(attributes)).toEqual({ ...OWN, ...metadata });
  });

  test("has the resource, the scope and, for other tracers, the unused attributes", async () => {
    const attributes = {
      "http.method": "GET",
      [svc.OBSERVATION_INPUT]: "in",
      [`${O}.k`]: '"v"',
      "gen_ai.input.messages": "[]",
    };
    const metadata = await metadataOf(attributes, {
      scope: { name: "http", version: "1" },
      resource: { "service.name": "shop" },
    });
    expect(metadata).toEqual({
      "attributes.http.method": "GET",
      "resourceAttributes.service.name": "shop",
      "scope.name": "http",
      "scope.version": "1",
      "scope.attributes": {},
      k: "v",
    });
  });
});

describe("metadata values above 200 characters in answers", () => {
  const long = "x".repeat(300);
  const attributes = {
    [`${O}.long`]: JSON.stringify(long),
    [`${O}.list`]: JSON.stringify([long]),
    [`${O}.deep`]: JSON.stringify({ long }),
    [`${O}.short`]: '"s"',
  };
  const short = long.slice(0, 200);
  const shortList = JSON.stringify([long]).slice(0, 200);

  test.each([
    [{ fields: "metadata" }, { long: short, list: shortList, "deep.long": short, short: "s" }],
    [
      { fields: "metadata", expandMetadata: "long" },
      { long, list: shortList, "deep.long": short, short: "s" },
    ],
    [
      { fields: "metadata", expandMetadata: "list, deep" },
      { long: short, list: [long], "deep.long": long, short: "s" },
    ],
    [{ fields: "metadata,io" }, { long, list: [long], "deep.long": long, short: "s" }],
  ])("%j", async (query, expected) => {
    await send(server, { spans: [{ attributes }] });
    const { data } = await observations(server, { traceId: TRACE_ID, ...query });
    expect(data[0]?.["metadata"]).toMatchObject(expected);
  });
});
