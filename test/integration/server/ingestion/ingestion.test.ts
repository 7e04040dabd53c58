import { deflateRawSync, deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  AUTHORIZATION,
  SPAN_ID,
  gzip,
  jsonExport,
  observation,
  observations,
  post,
  postJson,
  protobufExport,
  send,
} from "../../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const server = serverOfAllTests();

/** Number of used trace ids, for an id that no other test uses. */
let traces = 0;
const newTrace = (): string => `a${(++traces).toString(16).padStart(31, "0")}`;

const json = (traceId: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(jsonExport({ spans: [{ traceId, name: "sent" }] })));
const protobuf = (traceId: string): Uint8Array<ArrayBuffer> => protobufExport({ spans: [{ traceId, name: "sent" }] });
const twoMembers = (body: Uint8Array): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([gzip(body.subarray(0, 40)), gzip(body.subarray(40))]));
const zlib = (body: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(deflateSync(body));
const rawDeflate = (body: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(deflateRawSync(body));
const plain = (body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => body;

describe("formats", () => {
  test.each([
    ["application/x-protobuf", undefined, protobuf, plain],
    ["application/x-protobuf", "gzip", protobuf, gzip],
    ["application/x-protobuf", "gzip", protobuf, twoMembers],
    ["application/x-protobuf; messageType=trace", "GZIP", protobuf, gzip],
    ["application/json", undefined, json, plain],
    ["application/json", "identity", json, plain],
    ["application/json", "gzip", json, gzip],
    ["application/json", "gzip", json, twoMembers],
    ["application/json; charset=utf-8", "gzip", json, gzip],
    ["application/x-protobuf", "deflate", protobuf, zlib],
    ["application/x-protobuf", "deflate", protobuf, rawDeflate],
    ["application/json", "Deflate", json, zlib],
    ["application/json", "deflate", json, rawDeflate],
    ["application/json", "x-gzip", json, gzip],
    ["application/json", "deflate, gzip", json, (body) => gzip(zlib(body))],
  ])("stores %s with encoding %s", async (contentType, encoding, format, compress) => {
    const traceId = newTrace();
    const response = await post(server, compress(format(traceId)), {
      "content-type": contentType,
      ...(encoding && { "content-encoding": encoding }),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain(contentType.split(";")[0]);
    expect(await response.text()).toBe(contentType.includes("json") ? "{}" : "");
    expect(await observation(server, traceId)).toMatchObject({
      id: SPAN_ID,
      name: "sent",
      startTime: "2026-11-01T10:00:00.000Z",
      endTime: "2026-11-01T10:00:01.500Z",
    });
  });

  test.each([
    ["application/json", "{}", "{}"],
    ["application/json", '{"resourceSpans":[]}', "{}"],
    ["application/json", '{"resourceSpans":[{"scopeSpans":[{"spans":[]}]}]}', "{}"],
    ["application/x-protobuf", "", ""],
  ])("accepts an empty %s export %s", async (contentType, body, answer) => {
    const response = await post(server, body, { "content-type": contentType });
    expect([response.status, await response.text()]).toEqual([200, answer]);
  });

  test("converts base64 ids in JSON to hex, and zero parent ids to null", async () => {
    const spans = [
      {
        traceId: { type: "Buffer", data: Array.from({ length: 16 }, () => 0xbe) },
        spanId: [1, 2, 3, 4, 5, 6, 7, 255],
        parentSpanId: "0000000000000000",
        name: "bytes",
      },
    ];
    expect((await postJson(server, { resourceSpans: [{ scopeSpans: [{ spans }] }] })).status).toBe(200);
    expect(await observation(server, "be".repeat(16))).toMatchObject({
      id: "01020304050607ff",
      parentObservationId: null,
      isRootObservation: true,
    });
  });

  test.each([
    [{ stringValue: "1" }, "1"],
    [{ boolValue: false }, false],
    [{ intValue: 7 }, 7],
    [{ intValue: "7" }, 7],
    [{ intValue: "9223372036854775807" }, "9223372036854775807"],
    [{ intValue: { low: 1, high: 1 } }, 4294967297],
    [{ doubleValue: 0.5 }, 0.5],
    [{ doubleValue: "NaN" }, "NaN"],
    [{ arrayValue: { values: [{ intValue: 1 }, { stringValue: "b" }] } }, [1, "b"]],
    [{ kvlistValue: { values: [{ key: "k", value: { intValue: 2 } }] } }, '{"k":2}'],
  ])("reads the JSON attribute value %j as %j", async (value, expected) => {
    const traceId = newTrace();
    const attributes = [{ key: "key", value }];
    const spans = [{ traceId, spanId: SPAN_ID, attributes }];
    await postJson(server, { resourceSpans: [{ scopeSpans: [{ scope: { name: "other" }, spans }] }] });
    expect((await observation(server, traceId))["metadata"]).toMatchObject({ "attributes.key": expected });
  });

  test("keeps the digits of protobuf integers above 2^53", async () => {
    const traceId = newTrace();
    const attributes = { big: 9_223_372_036_854_775_807n, small: 7, half: 0.5, list: ["a", true], nan: Number.NaN };
    await send(server, { spans: [{ traceId, attributes }], scope: { name: "other" } });
    expect((await observation(server, traceId))["metadata"]).toMatchObject({
      "attributes.big": "9223372036854775807",
      "attributes.small": 7,
      "attributes.half": 0.5,
      "attributes.list": ["a", true],
      "attributes.nan": "NaN",
    });
  });
});

describe("times", () => {
  test.each([
    ["1761991200123999999", "1761991201000000000", "2025-11-01T10:00:00.123Z", "2025-11-01T10:00:01.000Z"],
    ["1761991200123999999", undefined, "2025-11-01T10:00:00.123Z", "2025-11-01T10:00:00.123Z"],
    [undefined, "1761991201000000000", "2025-11-01T10:00:01.000Z", "2025-11-01T10:00:01.000Z"],
  ])("from %s to %s", async (startTimeUnixNano, endTimeUnixNano, startTime, endTime) => {
    const traceId = newTrace();
    const spans = [{ traceId, spanId: SPAN_ID, startTimeUnixNano, endTimeUnixNano }];
    await postJson(server, { resourceSpans: [{ scopeSpans: [{ spans }] }] });
    expect(await observation(server, traceId)).toMatchObject({ startTime, endTime });
  });

  test("dates a span without times to the present", async () => {
    const traceId = newTrace();
    const before = Date.now();
    await postJson(server, { resourceSpans: [{ scopeSpans: [{ spans: [{ traceId, spanId: SPAN_ID }] }] }] });
    const startTime = Date.parse(String((await observation(server, traceId))["startTime"]));
    expect(startTime).toBeGreaterThanOrEqual(before);
    expect(startTime).toBeLessThanOrEqual(Date.now());
  });
});

describe("a repeated span", () => {
  test("replaces the stored span, and keeps its creation time", async () => {
    const traceId = newTrace();
    await send(server, { spans: [{ traceId, name: "first", attributes: { "user.id": "u" } }] });
    const first = await observation(server, traceId);
    await send(server, { spans: [{ traceId, name: "second" }] });
    expect(await observation(server, traceId)).toMatchObject({
      name: "second",
      userId: null,
      createdAt: first["createdAt"],
    });
  });

  test("does not replace a span of another trace with the same id", async () => {
    const [one, other] = [newTrace(), newTrace()];
    await send(server, { spans: [{ traceId: one, name: "one" }] });
    await send(server, { spans: [{ traceId: other, name: "other" }] });
    expect((await observation(server, one))["name"]).toBe("one");
    expect((await observation(server, other))["name"]).toBe("other");
  });
});

const spanId = (n: number): string => `c${n.toString(16).padStart(15, "0")}`;

test("stores all of several simultaneous exports", async () => {
  const traceId = newTrace();
  const sent = Array.from({ length: 40 }, async (_, i) =>
    send(server, { spans: [0, 1, 2, 3, 4].map((j) => ({ traceId, spanId: spanId(i * 5 + j) })) }),
  );
  await Promise.all(sent);
  const { data } = await observations(server, { traceId, limit: "1000" });
  expect(new Set(data.map(({ id }) => id)).size).toBe(200);
});

describe("x-svc-ingestion-version", () => {
  test.each([
    ["x-svc-ingestion-version", "4", 200],
    ["x-svc-ingestion-version", "3", 200],
    ["x_svc_ingestion_version", "4", 200],
    ["x-svc-ingestion-version", "5", 400],
    ["x_svc_ingestion_version", "5", 400],
    ["x-svc-ingestion-version", "four", 400],
    ["x-svc-ingestion-version", "", 400],
  ])("%s: %s is answered %i", async (name, value, status) => {
    const traceId = newTrace();
    const response = await post(server, protobuf(traceId), { [name]: value });
    expect(response.status).toBe(status);
    const { data } = await observations(server, { traceId });
    expect(data).toHaveLength(status === 200 ? 1 : 0);
    expect(await response.text()).toMatch(status === 200 ? /^$/ : /^\{"error":"Unsupported /);
  });
});

describe("metrics and logs are accepted and dropped", () => {
  test.each(["metrics", "logs"])("%s", async (signal) => {
    const url = `${server.url}/api/public/otel/v1/${signal}`;
    const send = async (
      contentType: string,
      body: Uint8Array<ArrayBuffer> | string,
      headers = {},
    ): Promise<unknown[]> => {
      const sent = { authorization: AUTHORIZATION, "content-type": contentType, ...headers };
      const response = await fetch(url, { method: "POST", headers: sent, body });
      return [response.status, response.headers.get("content-type"), await response.text()];
    };
    expect(await send("application/json", "{}")).toEqual([200, "application/json", "{}"]);
    const large = gzip(new Uint8Array(1_000_000));
    expect(await send("application/x-protobuf", large, { "content-encoding": "gzip" })).toEqual([
      200,
      "application/x-protobuf",
      "",
    ]);
    expect(await send("text/plain", "{}")).toEqual([400, "application/json", '{"error":"Invalid content type"}']);
    expect((await send("application/json", "{}", { authorization: "" }))[0]).toBe(401);
    expect((await fetch(url, { headers: { authorization: AUTHORIZATION } })).status).toBe(405);
  });
});
