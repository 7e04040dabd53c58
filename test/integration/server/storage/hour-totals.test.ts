import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { type RunningServer, type ServerOptions, startServer } from "@svc/server";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { callsOf } from "../../../support/server/api-calls.ts";
import { inDatabase, indexFilled } from "../../../support/server/database-file.ts";
import { type TestSpan, send } from "../../../support/server/otlp-calls.ts";
import { folderOfTest } from "../../../support/temporary-folder.ts";

const HOUR = 3_600_000;
const START = Date.parse("2026-06-01T10:00:00.000Z");

let directory: string;
const servers: RunningServer[] = [];
beforeEach(() => {
  directory = folderOfTest("hour-totals");
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map(async (server) => server.close()));
});

async function start(options: ServerOptions = {}): Promise<RunningServer> {
  const server = await startServer({ port: 0, dataDirectory: directory, keepDays: 0, maxBytes: 0, ...options });
  servers.push(server);
  return server;
}

const traceOf = (n: number): string => (Math.floor(n / 8) + 1).toString(16).padStart(32, "0");

const fields = fc.record({
  at: fc.integer({ min: 0, max: 40 * HOUR }),
  // Some end before they begin, as the clocks of two machines have it.
  length: fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: -5, max: 300 }), fc.constant(5_000_000_000)),
  type: fc.constantFrom("generation", "span", "tool"),
  name: fc.constantFrom("ask", "answer", "look up"),
  model: fc.constantFrom(undefined, "house-1", "house-2"),
  level: fc.constantFrom("DEFAULT", "ERROR"),
  environment: fc.constantFrom("production", "test"),
  tokens: fc.option(fc.integer({ min: 0, max: 5_000 })),
  cost: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
  isRoot: fc.boolean(),
});

function spanOf(n: number, given: typeof fields extends fc.Arbitrary<infer Value> ? Value : never): TestSpan {
  const { at, length, type, name, model, level, environment, tokens, cost, isRoot } = given;
  return {
    traceId: traceOf(n),
    spanId: (n + 1).toString(16).padStart(16, "0"),
    parentSpanId: isRoot ? "" : "f".repeat(16),
    name,
    start: START + at,
    end: START + at + length,
    attributes: {
      [svc.OBSERVATION_TYPE]: type,
      [svc.OBSERVATION_LEVEL]: level,
      [svc.ENVIRONMENT]: environment,
      ...(model !== undefined && { [svc.OBSERVATION_MODEL]: model }),
      ...(tokens !== null && { [svc.OBSERVATION_USAGE_DETAILS]: JSON.stringify({ input: tokens, output: 3 }) }),
      ...(cost !== null && { [svc.OBSERVATION_COST_DETAILS]: JSON.stringify({ input: cost / 1e6 }) }),
    },
  };
}

const text = (column: string, value: string): object => ({ type: "string", column, operator: "=", value });
const query = fc.record({
  view: fc.constant("observations"),
  metrics: fc
    .uniqueArray(
      fc.oneof(
        fc.tuple(
          fc.constantFrom("count", "latency", "inputTokens", "totalTokens", "inputCost", "totalCost"),
          fc.constantFrom("count", "sum", "avg", "min", "max"),
        ),
        fc.tuple(fc.constant("latency"), fc.constantFrom("p50", "p75", "p90", "p95", "p99", "histogram")),
        fc.tuple(fc.constant("traceId"), fc.constantFrom("uniq", "count")),
      ),
      { minLength: 1, maxLength: 5, selector: String },
    )
    .map((chosen) => chosen.map(([measure, aggregation]) => ({ measure, aggregation }))),
  dimensions: fc
    .subarray(["type", "name", "level", "environment", "providedModelName", "isRootObservation"], { maxLength: 2 })
    .map((names) => names.map((field) => ({ field }))),
  filters: fc.subarray(
    [
      text("level", "ERROR"),
      text("name", "ask"),
      { type: "stringOptions", column: "type", operator: "any of", value: ["GENERATION", "TOOL"] },
      { type: "boolean", column: "isRootObservation", operator: "=", value: true },
      { type: "null", column: "providedModelName", operator: "is not null", value: "" },
    ],
    { maxLength: 2 },
  ),
  // The clocks of Los Angeles change at 09:00 of the first day; those of Nepal are 45 minutes off.
  timeDimension: fc.option(
    fc.record({
      granularity: fc.constantFrom("hour", "day", "week", "month", "auto"),
      timezone: fc.constantFrom("UTC", "America/Los_Angeles", "Asia/Kathmandu", "Asia/Kolkata"),
    }),
    { freq: 4 },
  ),
  fromTimestamp: fc.integer({ min: -2 * HOUR, max: 10 * HOUR }).map((at) => new Date(START + at).toISOString()),
  toTimestamp: fc.integer({ min: 11 * HOUR, max: 45 * HOUR }).map((at) => new Date(START + at).toISOString()),
  config: fc.constant({ row_limit: 1_000 }),
});

/** Reads the rows of a query, in an order of their own: rows of one time have none. Sums of fractions depend on their order. */
async function rowsOf(server: RunningServer, given: object): Promise<string[]> {
  const path = `/v2/metrics?query=${encodeURIComponent(JSON.stringify(given))}`;
  const { body } = await callsOf(() => server)("GET", path);
  const rounded = (_: string, value: unknown): unknown =>
    typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value;
  return body.data.map((row) => JSON.stringify(row, rounded)).toSorted();
}

test("give the same metrics as the observations themselves, at every time", { timeout: 60_000 }, async () => {
  // A service in memory has no totals.
  const plain = await start({ memory: true });
  let totalled = await start();
  let both = [totalled, plain];
  const seed = Date.now() % 1_000_000;
  const store = async (count: number, place: (n: number) => number, salt: number): Promise<void> => {
    const spans = fc.sample(fields, { numRuns: count, seed: seed + salt }).map((each, n) => spanOf(place(n), each));
    for (let first = 0; first < count; first += 500) {
      for (const server of both) await send(server, { spans: spans.slice(first, first + 500) });
    }
  };
  const metricsAgree = async (numRuns: number): Promise<void> =>
    fc.assert(
      fc.asyncProperty(query, async (given) => {
        expect(await rowsOf(totalled, given)).toEqual(await rowsOf(plain, given));
      }),
      { numRuns, seed, endOnFailure: true },
    );

  await store(3_500, (n) => n, 0);
  await metricsAgree(10);
  await indexFilled(directory);
  await metricsAgree(40);
  // Observations that arrive again, traces that are deleted, and spans of an earlier time.
  await store(40, (n) => n * 80, 1);
  await metricsAgree(10);
  for (const server of both) {
    const traceIds = [1, 20, 300].map((n) => traceOf(n * 8));
    expect((await callsOf(() => server)("DELETE", "/traces", { traceIds })).status).toBe(200);
  }
  await store(1_900, (n) => 10_000 + n, 2);
  await metricsAgree(10);
  await totalled.close();
  totalled = await start();
  both = [totalled, plain];
  await metricsAgree(10);
  await indexFilled(directory);
  await metricsAgree(40);
});

test("are what a query by the hour reads", async () => {
  const server = await start();
  for (let first = 0; first < 2_000; first += 500) {
    const spans = fc
      .sample(fields, { numRuns: 500, seed: first })
      .map((each, n) => spanOf(first + n, { ...each, at: 1_000 }));
    await send(server, { spans });
  }
  await indexFilled(directory);
  inDatabase(directory, (database) => database.exec("UPDATE block_totals SET observations = 0"));
  const counted = {
    view: "observations",
    metrics: [{ measure: "count", aggregation: "count" }],
    fromTimestamp: new Date(START).toISOString(),
    toTimestamp: new Date(START + HOUR).toISOString(),
  };
  // The first block has the numbers 1 to 1,023; the observations behind it are not in the index.
  expect(await rowsOf(server, counted)).toEqual(['{"count_count":977}']);
});

test("have lists that a percentile and a number of traces read, and that go with them", async () => {
  const server = await start();
  for (let first = 0; first < 1_500; first += 500) {
    const spans = fc
      .sample(fields, { numRuns: 500, seed: first })
      .map((each, n) => spanOf(first + n, { ...each, at: 1_000, length: 20 }));
    await send(server, { spans });
  }
  await indexFilled(directory);
  const lists = (): number =>
    inDatabase(directory, (database) => Number(database.prepare("SELECT count(*) AS n FROM block_lists").get()?.["n"]));
  expect(lists()).toBeGreaterThan(0);
  const asked = {
    view: "observations",
    metrics: [
      { measure: "latency", aggregation: "p50" },
      { measure: "traceId", aggregation: "uniq" },
    ],
    fromTimestamp: new Date(START).toISOString(),
    toTimestamp: new Date(START + HOUR).toISOString(),
  };
  expect(await rowsOf(server, asked)).toEqual(['{"p50_latency":20,"uniq_traceId":188}']);
  // The first block has the observations of 128 traces. The two bytes behind the width are one latency.
  inDatabase(directory, (database) => database.exec("UPDATE block_lists SET latencies = x'020007', traces = '[]'"));
  expect(await rowsOf(server, asked)).toEqual(['{"p50_latency":20,"uniq_traceId":61}']);
  expect((await callsOf(() => server)("DELETE", `/traces/${traceOf(0)}`)).status).toBe(200);
  expect(lists()).toBe(0);
  expect(await rowsOf(server, asked)).toEqual(['{"p50_latency":20,"uniq_traceId":187}']);
});

test("are left out of blocks in which most observations differ", async () => {
  const server = await start();
  for (let first = 0; first < 4_000; first += 500) {
    const spans = fc.sample(fields, { numRuns: 500, seed: first }).map((each, n) => {
      // The numbers begin at 1: the second block has the numbers 1,024 to 2,047.
      const number = first + n + 1;
      const isOwn = number >= 1_024 && number < 2_048;
      return Object.assign(spanOf(first + n, { ...each, at: 1_000 }), { name: isOwn ? `GET /${number}` : "ask" });
    });
    await send(server, { spans });
  }
  await indexFilled(directory);
  const blocks = inDatabase(directory, (database) =>
    database.prepare("SELECT DISTINCT block FROM block_totals ORDER BY block").all(),
  );
  expect(blocks.map(({ block }) => block)).toEqual([0, 2]);
  const counted = {
    view: "observations",
    metrics: [{ measure: "count", aggregation: "count" }],
    fromTimestamp: new Date(START).toISOString(),
    toTimestamp: new Date(START + HOUR).toISOString(),
  };
  expect(await rowsOf(server, counted)).toEqual(['{"count_count":4000}']);
  inDatabase(directory, (database) => database.exec("UPDATE block_totals SET observations = 0"));
  // Blocks 0 and 2 have 1,023 and 1,024 observations.
  expect(await rowsOf(server, counted)).toEqual(['{"count_count":1953}']);
});
