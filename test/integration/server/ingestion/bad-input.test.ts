import { connect } from "node:net";
import { create, toBinary } from "@bufbuild/protobuf";
import { OTLP_TRACES_PATH } from "@svc/core/internal";
import { afterEach, describe, expect, test } from "vitest";
import { readPartialSuccess } from "../../../../src/otel/encoding/protobuf/partial-success.ts";
import { callsOf } from "../../../support/server/api-calls.ts";
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
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const LIMIT = 16 * 1024 * 1024;
const good = { traceId: TRACE_ID, spanId: SPAN_ID };

const server = serverOfAllTests();

// After any input: nothing of it is stored, and the service still answers.
afterEach(async () => {
  const { data } = await observations(server);
  if (data.length > 0) throw new Error(`stored although refused: ${JSON.stringify(data)}`);
});

const exportOf = (spans: unknown): unknown => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] });

describe("a span that is none rejects the whole batch", () => {
  test.each([
    ["attributes:not_an_array", [good, { ...good, attributes: {} }]],
    ["events:not_an_array", [good, { ...good, events: "none" }]],
    ["spans:not_an_object", [good, 7]],
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

  test("counts the problems and lists the first", async () => {
    const response = await postJson(server, exportOf(Array.from({ length: 500 }, () => 7)));
    const { error } = (await response.json()) as { error: string };
    expect(error).toContain("and 490 more");
    expect(error.length).toBeLessThan(1_000);
  });
});

describe("a span with an impossible id or time is refused, counted and said by partialSuccess", () => {
  const nanoseconds = (ms: number): string => `${ms}000000`;
  const timed = (start: number, end = start): object => ({
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(end),
  });
  const [TRACE, SPAN, PARENT] = [
    /the traceId is not 32 hex/,
    /the spanId is not 16 hex/,
    /the parentSpanId is not 16 hex/,
  ];

  test.each<[string, object, RegExp]>([
    ["no trace id", { traceId: undefined }, TRACE],
    ["an empty trace id", { traceId: "" }, TRACE],
    ["a trace id of zeros", { traceId: "0".repeat(32) }, TRACE],
    ["a trace id of three characters", { traceId: "abc" }, TRACE],
    ["a trace id in base64", { traceId: Buffer.from(TRACE_ID, "hex").toString("base64") }, TRACE],
    ["a trace id that is a number", { traceId: 12 }, TRACE],
    ["a trace id of eight bytes", { traceId: SPAN_ID }, TRACE],
    ["no span id", { spanId: undefined }, SPAN],
    ["a span id of zeros", { spanId: "0".repeat(16) }, SPAN],
    ["a span id of the length of a trace id", { spanId: TRACE_ID }, SPAN],
    ["a span id that is an object", { spanId: { id: 1 } }, SPAN],
    ["a span id that is a list of no bytes", { spanId: [256] }, SPAN],
    ["a parent of three characters", { parentSpanId: "abc" }, PARENT],
    ["milliseconds in the place of nanoseconds", { startTimeUnixNano: String(Date.now()) }, /a time lies in 1970/],
    ["an end in 1970", { ...timed(Date.now(), 1_000) }, /a time lies in 1970/],
    ["a start in two days", { ...timed(Date.now() + 2 * 86_400_000) }, /a time lies more than a day ahead/],
    ["an end in the year 2500", { ...timed(Date.now(), Date.UTC(2500, 0)) }, /a time lies more than a day ahead/],
  ])("%s", async (_what, fields, reason) => {
    const others = [{ traceId: TRACE_ID, spanId: "1".repeat(16) }];
    const response = await postJson(server, exportOf([others[0], { ...good, ...timed(Date.now()), ...fields }]));
    const { partialSuccess } = (await response.json()) as { partialSuccess: Record<string, string> };
    expect([response.status, partialSuccess["rejectedSpans"]]).toEqual([200, "1"]);
    expect(partialSuccess["errorMessage"]).toMatch(/^1 span is refused: .* \(first: span 2 of the export\)$/);
    expect(partialSuccess["errorMessage"]).toMatch(reason);
    expect((await observations(server)).data.map(({ id }) => id)).toEqual(["1".repeat(16)]);
    await removeTrace();
  });

  test.each([
    ["a trace id of zeros", { traceId: "0".repeat(32) }, TRACE],
    ["a trace id of two bytes", { traceId: "abcd" }, TRACE],
    ["no span id", { spanId: "" }, SPAN],
    ["a start in 1970", { start: 1_000 }, /a time lies in 1970/],
  ])("as protobuf: %s", async (_what, fields, reason) => {
    const response = await post(server, protobufExport({ spans: [good, { ...good, ...fields }, fields] }));
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/x-protobuf"]);
    const { rejected, errors } = readPartialSuccess(Buffer.from(await response.arrayBuffer()));
    expect([rejected, errors]).toEqual([2, expect.stringMatching(reason)]);
    await removeTrace();
  });

  test("names each reason once, with its number of spans", async () => {
    const bad = [{ traceId: "" }, { spanId: "" }, { traceId: "x" }].map((fields) => Object.assign({}, good, fields));
    const response = await postJson(server, exportOf(bad));
    const { partialSuccess } = (await response.json()) as { partialSuccess: Record<string, string> };
    expect(partialSuccess["rejectedSpans"]).toBe("3");
    expect(partialSuccess["errorMessage"]).toMatch(
      /^2 spans are refused: the traceId .*; 1 span is refused: the spanId /,
    );
  });

  test("takes a clock that is some hours ahead, and old times", async () => {
    const times = [Date.now() + 3_600_000, Date.UTC(1990, 0)];
    const spans = times.map((time, index) => Object.assign(timed(time), good, { spanId: `${index + 1}`.repeat(16) }));
    expect((await postJson(server, exportOf(spans))).status).toBe(200);
    expect((await observations(server)).data).toHaveLength(2);
    await removeTrace();
  });

  test("says how many spans the retention removes soon, which are stored until then", async () => {
    const old = Date.now() - 40 * 86_400_000;
    const spans = [old, old, Date.now()].map((time, index) =>
      Object.assign(timed(time), good, { spanId: `${index + 1}`.repeat(16) }),
    );
    const response = await postJson(server, exportOf(spans));
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        partialSuccess: {
          rejectedSpans: "0",
          errorMessage: expect.stringMatching(
            /^2 of 3 stored spans start before .*the retention of the project keeps nothing older/,
          ),
        },
      },
    ]);
    expect((await observations(server)).data).toHaveLength(3);
    await removeTrace();
  });

  test("ids in upper case are those in lower case, wherever they are written", async () => {
    const upper = TRACE_ID.toUpperCase();
    const child = {
      traceId: upper,
      spanId: "ABCDEF0123456789",
      parentSpanId: SPAN_ID.toUpperCase(),
      ...timed(Date.now()),
    };
    await postJson(server, exportOf([{ ...good, ...timed(Date.now()) }, child]));
    const call = callsOf(() => server);
    const rows = (await observations(server, { traceId: upper })).data;
    expect(rows.map(({ traceId }) => traceId)).toEqual([TRACE_ID, TRACE_ID]);
    expect(new Set(rows.map(({ parentObservationId }) => parentObservationId))).toEqual(new Set([null, SPAN_ID]));
    expect((await observations(server, { parentObservationId: SPAN_ID.toUpperCase() })).data).toHaveLength(1);
    for (const [column, value] of [
      ["traceId", upper],
      ["id", "ABCDEF0123456789"],
    ]) {
      const filter = JSON.stringify([{ type: "string", column, operator: "=", value }]);
      expect((await observations(server, { filter })).data.length).toBeGreaterThan(0);
    }
    await call("POST", "/scores", { traceId: upper, observationId: "ABCDEF0123456789", name: "n", value: 1 });
    expect((await call("GET", `/v3/scores?traceId=${upper}&fields=subject`)).body.data).toMatchObject([
      { subject: { kind: "observation", id: "abcdef0123456789", traceId: TRACE_ID } },
    ]);
    const comment = { projectId: "svc-local", objectType: "TRACE", objectId: upper, content: "c" };
    expect((await call("POST", "/comments", comment)).status).toBe(200);
    expect((await call("GET", `/comments?objectType=TRACE&objectId=${TRACE_ID}`)).body.data).toHaveLength(1);
    expect((await call("DELETE", `/traces/${upper}`)).status).toBe(200);
    expect((await call("GET", `/v3/scores?traceId=${TRACE_ID}`)).body.data).toEqual([]);
  });

  const removeTrace = async (): Promise<void> => {
    await callsOf(() => server)("DELETE", `/traces/${TRACE_ID}`);
  };
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
