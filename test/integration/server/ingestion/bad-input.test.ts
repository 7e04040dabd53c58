import { connect } from "node:net";
import { create, toBinary } from "@bufbuild/protobuf";
import { OTLP_TRACES_PATH } from "@svc/core/internal";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { TraceExportSchema } from "../../../support/otlp/otlp_pb.ts";
import {
  AUTHORIZATION,
  SPAN_ID,
  TRACE_ID,
  gzip,
  jsonExport,
  observations,
  post,
  postJson,
  protobufExport,
} from "../../../support/server/otlp-calls.ts";

const LIMIT = 16 * 1024 * 1024;
const good = { traceId: TRACE_ID, spanId: SPAN_ID };

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, memory: true });
});
afterAll(async () => server.close());

// After any input: nothing of it is stored, and the service still answers.
afterEach(async () => {
  const { data } = await observations(server);
  if (data.length > 0) throw new Error(`stored although refused: ${JSON.stringify(data)}`);
});

const exportOf = (spans: unknown): unknown => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });

describe("an invalid span rejects the whole batch", () => {
  test.each([
    ["traceId:absent", [good, { spanId: SPAN_ID }]],
    ["spanId:absent", [good, { traceId: TRACE_ID }]],
    ["spanId:absent", [good, { traceId: TRACE_ID, spanId: "" }]],
    ["traceId:not_an_id", [good, { traceId: 12, spanId: SPAN_ID }]],
    ["spanId:not_an_id", [good, { traceId: TRACE_ID, spanId: { id: 1 } }]],
    ["spanId:not_an_id", [good, { traceId: TRACE_ID, spanId: [256] }]],
    ["attributes:not_an_array", [good, { ...good, attributes: {} }]],
    ["events:not_an_array", [good, { ...good, events: "none" }]],
    ["spans:not_an_object", [good, 7]],
    ["traceId:absent", [good, null]],
    ["spans:not_an_array", good],
  ])("with the reason %s", async (reason, spans) => {
    const response = await postJson(server, exportOf(spans));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      error: expect.stringMatching(new RegExp(`^Invalid OTLP trace export: .*${reason} at resourceSpans\\[0\\]`)),
    });
  });

  test("when scopeSpans is no list", async () => {
    const response = await postJson(server, { resourceSpans: [{ scopeSpans: {} }] });
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: expect.stringContaining("scopeSpans:not_an_array") },
    ]);
  });

  test.each([
    ["traceId:absent", { traceId: "" }],
    ["spanId:absent", { spanId: "" }],
  ])("as protobuf, with the reason %s", async (reason, fields) => {
    const response = await post(server, protobufExport({ spans: [good, fields] }));
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: expect.stringContaining(`${reason} at resourceSpans[0].scopeSpans[0].spans[1]`) },
    ]);
  });

  test("counts invalid spans and lists the first", async () => {
    const response = await postJson(server, exportOf(Array.from({ length: 500 }, () => ({}))));
    const { error } = (await response.json()) as { error: string };
    expect(error).toContain("and 990 more");
    expect(error.length).toBeLessThan(1_000);
  });
});

describe("an unreadable body", () => {
  const valid = protobufExport({ spans: [good] });
  const validJson = JSON.stringify(jsonExport({ spans: [good] }));
  const cut = gzip(valid).subarray(0, -9);
  test.each([
    [
      "truncated protobuf",
      "application/x-protobuf",
      undefined,
      valid.subarray(0, -3),
      /^Failed to parse OTel Protobuf Trace$/,
    ],
    ["protobuf that is text", "application/x-protobuf", undefined, "hello", /^Failed to parse OTel Protobuf Trace$/],
    ["JSON as protobuf", "application/x-protobuf", undefined, validJson, /^Failed to parse OTel Protobuf Trace$/],
    ["JSON that is cut", "application/json", undefined, validJson.slice(0, -1), /^Failed to parse OTel JSON Trace$/],
    ["JSON that is empty", "application/json", undefined, "", /^Failed to parse OTel JSON Trace$/],
    ["JSON that is a list", "application/json", undefined, "[]", /^Failed to parse OTel JSON Trace$/],
    ["JSON that is null", "application/json", undefined, "null", /^Failed to parse OTel JSON Trace$/],
    [
      "JSON that is not UTF-8",
      "application/json",
      undefined,
      new Uint8Array([0x22, 0xff, 0x22]),
      /^Failed to parse OTel JSON Trace$/,
    ],
    ["gzip that is cut", "application/x-protobuf", "gzip", cut, /^Failed to decompress the gzip body: /],
    ["a body that is not gzip", "application/x-protobuf", "gzip", valid, /^Failed to decompress the gzip body: /],
    ["gzip that is empty", "application/x-protobuf", "gzip", "", /^Failed to decompress the gzip body: /],
    ["gzip inside gzip", "application/x-protobuf", "gzip", gzip(gzip(valid)), /^Failed to parse OTel Protobuf Trace$/],
    ["undeclared gzip", "application/x-protobuf", undefined, gzip(valid), /^Failed to parse OTel Protobuf Trace$/],
    [
      "a body that is not deflate",
      "application/x-protobuf",
      "deflate",
      valid,
      /^Failed to decompress the deflate body: /,
    ],
    [
      "undeclared gzip inside gzip",
      "application/json",
      "gzip, gzip",
      gzip("{}"),
      /^Failed to decompress the gzip body: /,
    ],
    ["an unknown content type", "text/plain", undefined, valid, /^Invalid content type$/],
    ["a content type that is empty", "", undefined, valid, /^Invalid content type$/],
  ])("%s", async (_, contentType, encoding, body, error) => {
    const response = await post(server, body, {
      "content-type": contentType,
      ...(encoding && { "content-encoding": encoding }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: expect.stringMatching(error) });
  });

  test.each(["br", "gzip, br", "gzip, gzip, gzip", "none"])(
    "the content encoding %s is answered 415",
    async (encoding) => {
      const response = await post(server, valid, { "content-encoding": encoding });
      expect([response.status, await response.json()]).toEqual([
        415,
        { error: "Unsupported content encoding: send gzip, deflate or no compression" },
      ]);
    },
  );

  test.each([
    ["attribute lists", '{"arrayValue":{"values":[', "{}", "]}}", "value"],
    ["metadata", '{"a":', "1", "}", "text"],
  ])("%s nested too deep", async (_, open, inner, close, kind) => {
    const depth = 100_000;
    const nested = open.repeat(depth) + inner + close.repeat(depth);
    const value = kind === "value" ? nested : JSON.stringify({ stringValue: nested });
    const attributes = `[{"key":"svc.observation.metadata.k","value":${value}}]`;
    const spans = `[{"traceId":"${TRACE_ID}","spanId":"${SPAN_ID}","attributes":${attributes}}]`;
    const response = await postJson(server, `{"resourceSpans":[{"scopeSpans":[{"spans":${spans}}]}]}`);
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: "Invalid OTLP trace export: nested too deeply" },
    ]);
  });
});

describe("metadata that expands to many times its size", () => {
  const withMetadata = (metadata: unknown): unknown => ({
    ...good,
    attributes: [{ key: "svc.observation.metadata", value: { stringValue: JSON.stringify(metadata) } }],
  });
  const many = Array.from({ length: 50_000 }, () => good);
  const resource = { attributes: [{ key: "k", value: { stringValue: "v".repeat(1_000_000) } }] };

  test.each([
    ["a long key above many", exportOf([good, withMetadata({ ["k".repeat(14_000_000)]: leaves(10_000) })])],
    ["many levels above many", exportOf([good, withMetadata(nested(2_000, leaves(100_000)))])],
    ["a large resource of many spans", { resourceSpans: [{ resource, scopeSpans: [{ spans: many }] }] }],
  ])("%s", async (_, body) => {
    const response = await postJson(server, body);
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ error: expect.stringContaining("metadata of this export unfolds") });
  });
});

describe("a body that is too large", () => {
  test.each([
    ["as sent", undefined, () => new Uint8Array(LIMIT + 1), /^The body is larger than 16777216 bytes/],
    ["far larger", undefined, () => new Uint8Array(4 * LIMIT), /^The body is larger/],
    ["decompressed", "gzip", () => gzip(new Uint8Array(LIMIT + 1)), /^The decompressed body is larger/],
    ["a gzip bomb", "gzip", () => gzip(gzipBombContent()), /^The decompressed body is larger/],
    ["too many spans", undefined, () => emptySpans(100_001), /^More than 100000 spans/],
  ])("%s is answered 413", async (_, encoding, body, error) => {
    const response = await post(server, body(), encoding ? { "content-encoding": encoding } : {});
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ error: expect.stringMatching(error) });
  });

  test("too many resourceSpans in JSON", async () => {
    const response = await postJson(server, { resourceSpans: Array.from({ length: 10_001 }, () => ({})) });
    expect(response.status).toBe(413);
  });

  test("a body without declared length is answered 413 once it exceeds the limit", async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
        if (sent >= 2 * LIMIT) controller.close();
      },
    });
    const response = await fetch(server.url + OTLP_TRACES_PATH, {
      method: "POST",
      headers: { authorization: AUTHORIZATION, "content-type": "application/x-protobuf" },
      body: endless,
      duplex: "half",
    });
    expect(response.status).toBe(413);
  });

  test("a body at the limit is accepted", async () => {
    const response = await post(server, new Uint8Array(LIMIT));
    expect(response.status).toBe(400);
  });
});

function leaves(count: number): unknown {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [i, 1]));
}

function nested(depth: number, inner: unknown): unknown {
  let outer = inner;
  for (let level = 0; level < depth; level += 1) outer = { a: outer };
  return outer;
}

function emptySpans(count: number): Uint8Array<ArrayBuffer> {
  const spans = Array.from({ length: count }, () => ({}));
  const message = create(TraceExportSchema, { resourceSpans: [{ scopeSpans: [{ spans }] }] });
  return new Uint8Array(toBinary(TraceExportSchema, message));
}

function gzipBombContent(): Uint8Array {
  return new Uint8Array(256 * 1024 * 1024);
}

describe("an invalid connection", () => {
  test("sends no HTTP", async () => {
    expect(await exchange("\0\0\0 nonsense\r\n\r\n")).toMatch(/^HTTP\/1.1 400 /);
  });

  test("has an invalid Host header", async () => {
    expect(await exchange(request(["GET / HTTP/1.1", "Host: a b", "Connection: close"]))).toMatch(/^HTTP\/1.1 4\d\d /);
  });

  test("ends before the body is complete", async () => {
    const head = [
      `POST ${OTLP_TRACES_PATH} HTTP/1.1`,
      "Host: localhost",
      `Authorization: ${AUTHORIZATION}`,
      "Content-Type: application/json",
      "Content-Length: 1000",
    ];
    expect(await exchange(`${request(head)}{"resourceSpans":`)).not.toMatch(/^HTTP\/1.1 200 /);
  });
});

function request(head: string[]): string {
  return [...head, "", ""].join("\r\n");
}

async function exchange(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, "127.0.0.1", () => socket.end(text));
    let answer = "";
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}
