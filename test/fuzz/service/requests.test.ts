import assert from "node:assert/strict";
import { maxHeaderSize, request } from "node:http";
import { OTLP_TRACES_PATH } from "@svc/core/internal";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import {
  AUTHORIZATION,
  get,
  gzip,
  jsonExport,
  observations,
  post,
  postJson,
  protobufExport,
} from "../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../support/server/own-server.ts";

const lines: string[] = [];
const server = serverOfAllTests({ log: (line) => lines.push(line) });
// A failure inside the service is logged.
afterEach(() => assert.deepEqual(lines, []));

const RUNS = { numRuns: 150 };

/** Values that break code that trusts its input. */
const evil = fc.oneof(
  fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    "",
    "\0",
    "\uD800",
    "../../etc/passwd",
    "%2e%2e%2f",
    "' OR 1=1 --",
    '"; DROP TABLE observations; --',
    "9".repeat(400),
    "-1",
    "1e999",
    "NaN",
    "null",
    "[]",
    "{}",
    "x".repeat(5_000),
  ),
  fc.string({ unit: "binary", maxLength: 50 }),
  fc.double().map(String),
  fc.json({ maxDepth: 3 }),
);

const KEYS = ["limit", "cursor", "fields", "filter", "fromStartTime", "toStartTime", "level", "environment", "name"];
const LISTS = ["v2/observations", "experiments", "experiment-items", "v2/metrics", "projects"];

describe("query parameters", () => {
  test.each(LISTS)("of %s: arbitrary values get an answer below 500", async (path) => {
    const key = fc.oneof(
      fc.constantFrom(...KEYS, "query", "scoreLimit", "parentObservationId", "isRootObservation"),
      evil,
    );
    const parameters = fc.array(fc.tuple(key, evil), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(parameters, async (pairs) => {
        const query = pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
        const response = await getReadable(`/api/public/${path}?${query}`);
        expect([200, 400]).toContain(response.status);
        expect(await response.json()).toBeTypeOf("object");
      }),
      RUNS,
    );
  });

  test("JSON of the right structure with wrong values: filters", async () => {
    const entry = fc.record(
      {
        type: fc.oneof(
          fc.constantFrom(
            "string",
            "number",
            "datetime",
            "stringOptions",
            "arrayOptions",
            "stringObject",
            "numberObject",
            "null",
          ),
          evil,
        ),
        column: fc.oneof(
          fc.constantFrom("name", "metadata", "input", "tags", "latency", "startTime", "scores_avg"),
          evil,
        ),
        operator: fc.oneof(
          fc.constantFrom(
            "=",
            "contains",
            "matches",
            "any of",
            "none of",
            "all of",
            ">",
            "is null",
            "ends with",
            "starts with",
          ),
          evil,
        ),
        key: fc.oneof(evil, fc.integer()),
        value: fc.oneof(evil, fc.double(), fc.array(evil, { maxLength: 4 }), fc.object({ maxDepth: 2 })),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 4 }), async (filter) => {
        const response = await getReadable(`/api/public/v2/observations?filter=${encode(JSON.stringify(filter))}`);
        expect([200, 400]).toContain(response.status);
      }),
      { numRuns: 400 },
    );
  });

  test("JSON of the right structure with wrong values: metrics", async () => {
    const field = fc.record({ field: fc.oneof(fc.constantFrom("name", "type", "tags", "userId", "costType"), evil) });
    const query = fc.record({
      view: fc.oneof(fc.constantFrom("observations", "scores-numeric", "scores-categorical"), evil),
      dimensions: fc.array(field, { maxLength: 3 }),
      metrics: fc.array(
        fc.record({
          measure: fc.oneof(fc.constantFrom("count", "latency", "totalCost", "costByType", "value"), evil),
          aggregation: fc.oneof(fc.constantFrom("sum", "p95", "histogram", "uniq", "avg"), evil),
        }),
        { maxLength: 3 },
      ),
      timeDimension: fc.option(
        fc.record({
          granularity: fc.oneof(fc.constantFrom("minute", "auto", "month"), evil),
          timezone: fc.option(fc.oneof(fc.constantFrom("Asia/Kolkata", "America/Los_Angeles"), evil)),
        }),
      ),
      fromTimestamp: fc.constantFrom("2020-01-01T00:00:00Z", "0000-01-01T00:00:00Z", "x"),
      toTimestamp: fc.constantFrom("2027-01-01T00:00:00Z", "9999-12-31T23:59:59Z"),
      orderBy: fc.array(
        fc.record({
          field: fc.oneof(fc.constantFrom("count_count", "name"), evil),
          direction: fc.constantFrom("asc", "desc"),
        }),
      ),
      config: fc.record(
        { row_limit: fc.oneof(fc.integer({ min: 1, max: 1_000 }), evil), bins: fc.integer() },
        { requiredKeys: [] },
      ),
    });
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        const response = await getReadable(`/api/public/v2/metrics?query=${encode(JSON.stringify(asked))}`);
        expect([200, 400]).toContain(response.status);
      }),
      RUNS,
    );
  });
});

/** Sends a request, unless its address is so long that Node refuses it before the service reads it. */
async function getReadable(address: string): Promise<Response> {
  fc.pre(address.length < maxHeaderSize - 1_000);
  return get(server, address);
}

/** Encodes a text for a URL. Lone surrogates have no form in a URL. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

describe("paths", () => {
  /** Sends a request with an unchanged path, which `fetch` would normalize. */
  async function raw(method: string, path: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const { port } = new URL(server.url);
      const sent = request(
        { host: "127.0.0.1", port, method, path, headers: { authorization: AUTHORIZATION } },
        (response) => {
          response.resume();
          response.on("end", () => resolve(response.statusCode));
        },
      );
      sent.on("error", reject);
      sent.end();
    });
  }

  test.each([
    "/api/public/traces/..%2f..%2fetc%2fpasswd",
    "/api/public/traces/%00",
    "/api/public/traces/%zz",
    "/api/public/traces/%ff%fe",
    "/api/public/traces/__proto__",
    `/api/public/traces/${"a".repeat(10_000)}`,
  ])("DELETE %s deletes nothing and gets an answer", async (path) => {
    expect([200, 400, 404, 431]).toContain(await raw("DELETE", path));
  });

  test.each([
    "/../../etc/passwd",
    "//",
    "/project/..%2f../traces/x",
    "/%zz",
    "/api/public/v2/observations/..",
    "/?a=%zz",
  ])("GET %s gets an answer", async (path) => {
    expect([200, 302, 400, 401, 404]).toContain(await raw("GET", path));
  });

  test("an address longer than Node reads gets 431", async () => {
    expect(await raw("GET", `/?${"a".repeat(maxHeaderSize)}`)).toBe(431);
  });
});

describe("bodies", () => {
  const json = { authorization: AUTHORIZATION, "content-type": "application/json" };
  const remove = async (body: string): Promise<Response> =>
    fetch(`${server.url}/api/public/traces`, { method: "DELETE", headers: json, body });

  test.each<[string, string, number]>([
    ["no JSON", "{", 400],
    ["no body", "", 400],
    ["a list", "[]", 400],
    ["nothing to delete", '{"traceIds":[]}', 400],
    ["no texts", '{"traceIds":[1]}', 400],
    ["a key too many", '{"traceIds":["a"],"more":1}', 400],
    ["a key of every object", '{"traceIds":["a"],"__proto__":1}', 400],
    ["1,000 ids", JSON.stringify({ traceIds: Array.from({ length: 1_000 }, String) }), 200],
    ["1,001 ids", JSON.stringify({ traceIds: Array.from({ length: 1_001 }, String) }), 400],
    ["lists in lists", `{"traceIds":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, 400],
    ["more than fits", JSON.stringify({ traceIds: ["x".repeat(1_000_001)] }), 413],
  ])("%s: %s", async (_, body, status) => {
    const response = await remove(body);
    expect([response.status, await response.json()]).toEqual([
      status,
      expect.objectContaining({ message: expect.any(String) }),
    ]);
  });

  test("arbitrary JSON gets an answer below 500", async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (body) => {
        expect([200, 400]).toContain((await remove(body)).status);
      }),
      RUNS,
    );
  });
});

/** Returns documents in which any value replaces any part. */
function mutated(document: unknown): fc.Arbitrary<unknown> {
  const paths: Array<Array<string | number>> = [];
  const walk = (value: unknown, path: Array<string | number>): void => {
    paths.push(path);
    if (Array.isArray(value)) value.forEach((item, index) => walk(item, [...path, index]));
    else if (typeof value === "object" && value !== null) {
      for (const [key, item] of Object.entries(value)) walk(item, [...path, key]);
    }
  };
  walk(document, []);
  const value = fc.oneof(
    evil,
    fc.anything({ withNullPrototype: false, maxDepth: 2 }),
    fc.constantFrom(null, 1e308, -1, true),
  );
  return fc.tuple(fc.constantFrom(...paths), value).map(([path, put]) => replaced(document, path, put));
}

function replaced(document: unknown, [first, ...rest]: Array<string | number>, put: unknown): unknown {
  if (first === undefined) return put;
  const copy = (Array.isArray(document) ? [...document] : { ...(document as object) }) as Record<
    string | number,
    unknown
  >;
  copy[first] = replaced(copy[first], rest, put);
  return copy;
}

describe("trace exports", () => {
  const valid = jsonExport({
    spans: [
      {
        spanId: "1".repeat(16),
        attributes: { a: "x", b: 1, c: [true, "y"] },
        events: [{ name: "e", attributes: { k: "v" } }],
      },
      { spanId: "2".repeat(16), parentSpanId: "1".repeat(16) },
    ],
    resource: { "service.name": "s" },
  });

  async function count(): Promise<number> {
    return (await observations(server, { limit: "1000" })).data.length;
  }

  /** Sends an export and returns its status. Throws for status 500, and when a refused export left anything behind. */
  async function send(answer: () => Promise<Response>): Promise<number> {
    await fetch(`${server.url}/api/public/traces`, {
      method: "DELETE",
      headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
      body: JSON.stringify({
        traceIds: (await observations(server, { limit: "1000" })).data.map(({ traceId }) => traceId).concat("x"),
      }),
    });
    const before = await count();
    const response = await answer();
    assert(response.status < 500, `${response.status}`);
    if (response.status !== 200) assert.equal(await count(), before);
    return response.status;
  }

  test("JSON with any part replaced", async () => {
    await fc.assert(
      fc.asyncProperty(mutated(valid), async (document) => {
        expect([200, 400]).toContain(await send(async () => postJson(server, JSON.stringify(document) ?? "")));
      }),
      RUNS,
    );
  });

  test("protobuf with changed, missing or added bytes", async () => {
    const bytes = protobufExport({ spans: [{ attributes: { a: "x", b: 1 } }, { spanId: "2".repeat(16) }] });
    const change = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), fc.boolean(), async (changes, isZipped) => {
        const body = bytes.slice(0, changes[0]?.[2]);
        for (const [at, byte] of changes) if (at < body.length) body[at] = byte;
        const headers: Record<string, string> = isZipped ? { "content-encoding": "gzip" } : {};
        expect([200, 400]).toContain(await send(async () => post(server, isZipped ? gzip(body) : body, headers)));
      }),
      RUNS,
    );
  });

  test("a span with 10,000 attributes, among them names of Object.prototype", async () => {
    const attributes = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, i) => [`svc.observation.metadata.key-${i}`, JSON.stringify({ a: { b: i } })]),
    );
    const odd = { "svc.observation.metadata.__proto__": '{"x":1}', "svc.observation.metadata.constructor": '"c"' };
    const body = protobufExport({ spans: [{ traceId: "e".repeat(32), attributes: { ...attributes, ...odd } }] });
    expect((await post(server, body)).status).toBe(200);
    const { data } = await observations(server, { traceId: "e".repeat(32), fields: "metadata" });
    const metadata = data[0]?.["metadata"] as Record<string, unknown>;
    expect([
      metadata["key-9999.a.b"],
      metadata["__proto__.x"],
      Object.getOwnPropertyDescriptor(metadata, "constructor")?.value,
    ]).toEqual([9_999, 1, "c"]);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });

  test("JSON nested as deep as a body allows", async () => {
    const depth = 200_000;
    const deep = `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
    const spans = [
      { traceId: "d".repeat(32), attributes: { "svc.observation.metadata.deep": deep, "svc.observation.input": deep } },
    ];
    const lists = `{"resourceSpans":${"[".repeat(depth)}${"]".repeat(depth)}}`;
    expect([200, 400]).toContain(await send(async () => post(server, protobufExport({ spans }))));
    expect(await send(async () => postJson(server, lists))).toBe(400);
  });

  test("numbers outside of every range", async () => {
    const span = { traceId: "c".repeat(32), spanId: "1".repeat(16), name: "n" };
    for (const time of ["18446744073709551615", "-1", "1e400", 1e308, {}, [1], true]) {
      const body = {
        resourceSpans: [{ scopeSpans: [{ spans: [{ ...span, startTimeUnixNano: time, endTimeUnixNano: time }] }] }],
      };
      expect([200, 400]).toContain(await send(async () => postJson(server, body)));
      expect((await get(server, "/api/public/v2/observations?fields=core,time,metrics")).status).toBe(200);
    }
  });

  test("the path accepts one method", async () => {
    for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
      const response = await fetch(server.url + OTLP_TRACES_PATH, {
        method,
        headers: { authorization: AUTHORIZATION },
      });
      expect(response.status).toBe(405);
    }
  });
});
