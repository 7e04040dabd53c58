import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { type RunningServer, type ServerOptions, startServer } from "@svc/server";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MIGRATIONS } from "../../../../src/server/engines/sqlite/migrations/index.ts";
import { callsOf } from "../../../support/server/api-calls.ts";
import { inDatabase, indexFilled, withoutIndex } from "../../../support/server/database-file.ts";
import { type TestSpan, observations, send } from "../../../support/server/otlp-calls.ts";
import { folderOfTest } from "../../../support/temporary-folder.ts";

const START = Date.parse("2026-11-01T10:00:00.000Z");

let directory: string;
const servers: RunningServer[] = [];
beforeEach(() => {
  directory = folderOfTest("block-index");
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map(async (server) => server.close()));
});

async function start(options: ServerOptions = {}): Promise<RunningServer> {
  const server = await startServer({ port: 0, dataDirectory: directory, keepDays: 0, maxBytes: 0, ...options });
  servers.push(server);
  return server;
}

const count = (sql: string, ...values: string[]): number =>
  inDatabase(directory, (database) =>
    Number(database.prepare(`SELECT count(*) AS n FROM ${sql}`).get(...values)?.["n"]),
  );

const ids = (n: number): { traceId: string; spanId: string } => ({
  traceId: (Math.floor(n / 8) + 1).toString(16).padStart(32, "0"),
  spanId: (n + 1).toString(16).padStart(16, "0"),
});

interface Values {
  metadata: Record<string, unknown>;
  tags: string[];
}

const spanOf = (n: number, { metadata, tags }: Values): TestSpan => ({
  ...ids(n),
  start: START + (n % 100) * 60_000,
  end: START + (n % 100) * 60_000 + 5,
  attributes: {
    [svc.TRACE_TAGS]: tags,
    ...Object.fromEntries(
      Object.entries(metadata).map(([key, value]) => [`${svc.OBSERVATION_METADATA}.${key}`, JSON.stringify(value)]),
    ),
  },
});

async function sendAll(to: RunningServer[], spans: TestSpan[]): Promise<void> {
  for (let first = 0; first < spans.length; first += 500) {
    await Promise.all(to.map(async (server) => send(server, { spans: spans.slice(first, first + 500) })));
  }
}

const TEXTS = ["pro", "Enterprise", "enter", 'it\'s "so"', "größe", "7", "true", "null", "", '["x","y"]', "a b", "%"];
const LONG = `${"long ".repeat(60)}enter`;
const KEYS = ["plan", "n", "list", "größe", 'quo"te', "a.b", "none"];
const TAGS = ["red", "green", "blue", "", 'quo"te', "rare"];

const leaf = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.constantFrom(...TEXTS),
  fc.integer({ min: -3, max: 12 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.subarray(TEXTS, { maxLength: 3 }),
  fc.uuid(),
  fc.constant(LONG),
);
const values: fc.Arbitrary<Values> = fc.record({
  metadata: fc.dictionary(fc.constantFrom(...KEYS.slice(0, -1)), leaf, { maxKeys: 4 }),
  tags: fc.oneof(
    { arbitrary: fc.constant<string[]>([]), weight: 3 },
    { arbitrary: fc.subarray(TAGS.slice(0, -1)), weight: 2 },
  ),
});

const text = fc.oneof(fc.constantFrom(...TEXTS), fc.constantFrom("ent", "LONG", "ro", "y", "1", "-"));
const key = fc.constantFrom(...KEYS);
const column = fc.constant("metadata");
const filter = fc.oneof(
  fc.record({
    type: fc.constant("stringObject"),
    column,
    key,
    operator: fc.constantFrom("=", "contains", "does not contain", "starts with", "ends with", "matches"),
    value: text,
  }),
  fc.record({
    type: fc.constant("numberObject"),
    column,
    key,
    operator: fc.constantFrom("=", "<", ">", "<=", ">="),
    value: fc.integer({ min: -3, max: 12 }),
  }),
  fc.record({
    type: fc.constant("booleanObject"),
    column,
    key,
    operator: fc.constantFrom("=", "<>"),
    value: fc.boolean(),
  }),
  fc.record({
    type: fc.constant("categoryOptions"),
    column,
    key,
    operator: fc.constantFrom("any of", "none of"),
    value: fc.subarray(TEXTS, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    type: fc.constantFrom("arrayOptions"),
    column: fc.constantFrom("tags", "traceTags"),
    operator: fc.constantFrom("any of", "none of", "all of"),
    value: fc.subarray(TAGS, { minLength: 1 }),
  }),
  fc.record({
    type: fc.constant("null"),
    column: fc.constant("tags"),
    operator: fc.constantFrom("is null", "is not null"),
    value: fc.constant(""),
  }),
);
const filters = fc.array(filter, { minLength: 1, maxLength: 2 });

/** Reads the newest observations and the number of all that meet the filters. */
async function found(server: RunningServer, given: unknown[]): Promise<unknown> {
  const page = await observations(server, { filter: JSON.stringify(given), limit: "200", fields: "core" });
  const query = {
    view: "observations",
    metrics: [{ measure: "count", aggregation: "count" }],
    filters: given,
    fromTimestamp: new Date(START - 1).toISOString(),
    toTimestamp: new Date(START + 86_400_000).toISOString(),
  };
  const { body } = await callsOf(() => server)("GET", `/v2/metrics?query=${encodeURIComponent(JSON.stringify(query))}`);
  return { page: page.data.map(({ traceId, id }) => [traceId, id]), counted: body.data };
}

test("gives the same answers as a service without the index, at every time", { timeout: 60_000 }, async () => {
  // A service in memory has no index.
  const [indexed, plain] = [await start(), await start({ memory: true })];
  const both = [indexed, plain];
  const seed = Date.now() % 1_000_000;
  const answersAgree = async (numRuns: number): Promise<void> =>
    fc.assert(
      fc.asyncProperty(filters, async (given) => {
        expect(await found(indexed, given)).toEqual(await found(plain, given));
      }),
      { numRuns, seed, endOnFailure: true },
    );

  const spans = fc.sample(values, { numRuns: 3_500, seed }).map((each, n) => spanOf(n, each));
  spans[700] = spanOf(700, { metadata: { plan: "pro", n: 1 }, tags: ["rare"] });
  // Metadata that is too long to be listed, and more keys in a block than the index lists.
  spans[710] = spanOf(710, { metadata: { plan: "enter", list: "x".repeat(40_000) }, tags: ["rare"] });
  for (let n = 1_100; n < 1_140; n += 1) {
    const keys = Array.from({ length: 60 }, (_, index) => [`key${n}.${index}`, index]);
    spans[n] = spanOf(n, { metadata: { ...Object.fromEntries(keys), plan: "Enterprise" }, tags: [] });
  }
  await sendAll(both, spans);
  await answersAgree(8);
  await indexFilled(directory);
  expect(count("indexed_blocks")).toBe(3);
  await answersAgree(40);

  // Spans that arrive again with other values, traces that are deleted, and spans of an earlier time.
  const again = fc.sample(values, { numRuns: 60, seed: seed + 1 }).map((each, n) => spanOf(n * 50, each));
  await sendAll(both, again);
  await answersAgree(8);
  for (const server of both) {
    const traceIds = [1, 20, 300].map((n) => ids(n * 8).traceId);
    expect((await callsOf(() => server)("DELETE", "/traces", { traceIds })).status).toBe(200);
  }
  const late = fc.sample(values, { numRuns: 900, seed: seed + 2 }).map((each, n) => spanOf(10_000 + n, each));
  await sendAll(both, late);
  await answersAgree(8);
  await indexFilled(directory);
  expect(count("indexed_blocks")).toBe(4);
  await answersAgree(30);
});

describe("the index of metadata and tags", () => {
  const plan = (value: string): Record<string, string> => ({
    filter: JSON.stringify([{ type: "stringObject", column: "metadata", key: "plan", operator: "=", value }]),
  });
  const plans = (from: number, to: number, value: string): TestSpan[] =>
    Array.from({ length: to - from }, (_, n) => spanOf(from + n, { metadata: { plan: value }, tags: [] }));

  test("is what a search for a rare value reads", async () => {
    const server = await start();
    await sendAll([server], [...plans(0, 5, "rare"), ...plans(5, 2_100, "common")]);
    await indexFilled(directory);
    expect((await observations(server, plan("rare"))).data).toHaveLength(5);
    inDatabase(directory, (database) =>
      database.exec("UPDATE block_values SET leaves = replace(leaves, 'rare', 'gone')"),
    );
    expect((await observations(server, plan("rare"))).data).toEqual([]);
  });

  test("lists only so much of a block of long metadata", async () => {
    const server = await start();
    const part = (n: number, index: number): string => `${n}-${index} `.padEnd(200, "long ");
    const long = (n: number): TestSpan => {
      const parts = Array.from({ length: 20 }, (_, index) => [`part${index}`, part(n, index)]);
      return spanOf(n, { metadata: { ...Object.fromEntries(parts), plan: n === 900 ? "rare" : "common" }, tags: [] });
    };
    const spans = Array.from({ length: 1_100 }, (_, n) => long(n));
    await sendAll([server], spans);
    await indexFilled(directory);
    const listed = inDatabase(directory, (database) =>
      Number(database.prepare("SELECT sum(length(leaves)) AS n FROM block_values").get()?.["n"]),
    );
    expect(listed).toBeGreaterThan(1_000_000);
    expect(listed).toBeLessThan(1_600_000);
    expect((await observations(server, plan("rare"))).data).toHaveLength(1);
  });

  test("keeps nothing of a deleted trace", async () => {
    const server = await start();
    await sendAll([server], [...plans(0, 8, "confidential"), ...plans(8, 1_100, "common")]);
    await indexFilled(directory);
    const holding = "block_values WHERE instr(leaves, ?) > 0";
    expect(count(holding, "confidential")).toBe(1);
    expect((await callsOf(() => server)("DELETE", `/traces/${ids(0).traceId}`)).status).toBe(200);
    expect(count(holding, "confidential")).toBe(0);
    expect((await observations(server, plan("confidential"))).data).toEqual([]);
    await indexFilled(directory);
    expect([count(holding, "confidential"), count(holding, "common")]).toEqual([0, 1]);
  });

  test("keeps nothing of observations that are too old", async () => {
    const first = await start();
    const old = plans(0, 1_100, "old").map((span) =>
      Object.assign(span, { start: Date.UTC(1990, 0), end: Date.UTC(1990, 0) + 1 }),
    );
    await sendAll([first], [...old, ...plans(1_100, 2_200, "common")]);
    await indexFilled(directory);
    await first.close();
    const removed = Promise.withResolvers<string>();
    await start({ keepDays: 10_000, log: removed.resolve });
    expect(await removed.promise).toMatch(/^removed 1100 observations/);
    await indexFilled(directory);
    expect(count("block_values WHERE instr(leaves, 'old') > 0")).toBe(0);
    expect(count("block_values WHERE instr(leaves, 'common') > 0")).toBe(1);
  });

  test("is filled for a file of an earlier release, from where it was left", async () => {
    const first = await start();
    await sendAll([first], [...plans(0, 5, "rare"), ...plans(5, 5_200, "common")]);
    await indexFilled(directory);
    await first.close();
    withoutIndex(directory, 12);
    const second = await start();
    expect((await observations(second, plan("rare"))).data).toHaveLength(5);
    await indexFilled(directory);
    expect((await observations(second, plan("rare"))).data).toHaveLength(5);
    await second.close();
    inDatabase(directory, (database) => {
      expect(database.prepare("PRAGMA user_version").get()).toEqual({ user_version: MIGRATIONS.length });
      for (const table of ["indexed_blocks", "block_values", "block_totals"]) {
        database.exec(`DELETE FROM ${table} WHERE block IN (0, 2)`);
      }
    });
    const third = await start();
    await indexFilled(directory);
    expect((await observations(third, plan("rare"))).data).toHaveLength(5);
    expect(count("block_values WHERE key = 'plan'")).toBe(5);
  });
});
