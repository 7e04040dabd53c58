import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectKeys } from "../../../support/server/api-keys.ts";
import { callsOf } from "../../../support/server/api-calls.ts";
import { AUTHORIZATION, get, observations, post, protobufExport, send } from "../../../support/server/otlp-calls.ts";
import { folderOfAllTests } from "../../../support/temporary-folder.ts";

const dataDirectory = folderOfAllTests("slow-reads");
const log: string[] = [];
let server: RunningServer;

const SPANS = 150;
const spanId = (n: number): string => (n + 1).toString(16).padStart(16, "0");

beforeAll(async () => {
  server = await startServer({ port: 0, dataDirectory, openToThisMachine: true, log: (line) => log.push(line) });
  const spans = Array.from({ length: SPANS }, (_, n) => ({
    spanId: spanId(n),
    attributes: { [svc.OBSERVATION_INPUT]: `${n} ${"some longer text ".repeat(600)}末` },
  }));
  await send(server, { spans });
});
afterAll(async () => {
  await server.close();
});

/**
 * Filter that scans the whole of every input many times, because the index has no words of this script, and matches nothing.
 */
const SLOW_FILTER = JSON.stringify(
  Array.from({ length: 60 }, (_, n) => ({
    type: "string",
    column: "input",
    operator: "matches",
    value: n < 59 ? "末" : "無",
  })),
);
const slowPath = `/api/public/v2/observations?${new URLSearchParams({ filter: SLOW_FILTER }).toString()}`;

/** Returns the ends in order: of every slow read, and of the work beside them. */
async function besideSlowReads(count: number, work: () => Promise<unknown>): Promise<string[]> {
  const order: string[] = [];
  const reads = Array.from({ length: count }, async () => {
    const response = await get(server, slowPath);
    expect([response.status, await response.json()]).toEqual([200, { data: [], meta: {} }]);
    order.push("slow read");
  });
  await work();
  order.push("work");
  await Promise.all(reads);
  return order;
}

/** Number of reads, more than there are threads for reading. */
const MANY = 5;

test("answers exports during slow reads", async () => {
  let next = SPANS;
  const order = await besideSlowReads(MANY, async () => {
    for (let n = 0; n < 5; n += 1) {
      const body = protobufExport({ spans: [{ spanId: spanId(next++), traceId: "e".repeat(32) }] });
      expect((await post(server, body)).status).toBe(200);
    }
  });
  expect(order).toEqual(["work", ...Array.from({ length: MANY }, () => "slow read")]);
});

test("reads records during slow reads", async () => {
  const order = await besideSlowReads(MANY, async () => {
    expect((await get(server, "/api/public/projects")).status).toBe(200);
    expect((await get(server, "/api/public/v2/prompts")).status).toBe(200);
  });
  expect(order[0]).toBe("work");
});

test("answers short reads during a slow one", async () => {
  const order = await besideSlowReads(1, async () => {
    for (let n = 0; n < 5; n += 1) expect((await observations(server, { limit: "1" })).data).toHaveLength(1);
  });
  expect(order).toEqual(["work", "slow read"]);
});

test("stops without waiting for a read whose client has left", async () => {
  const other = await startServer({ port: 0, dataDirectory });
  const leaving = new AbortController();
  const reads = Array.from({ length: MANY }, async () =>
    fetch(other.url + slowPath, { headers: { authorization: AUTHORIZATION }, signal: leaving.signal }).catch(
      () => undefined,
    ),
  );
  leaving.abort();
  await Promise.all(reads);
  await other.close();
  expect(log).toEqual([]);
});

test("reads of another project go before the waiting reads of one", async () => {
  const authorization = await projectKeys(dataDirectory, "beside");
  const order = await besideSlowReads(MANY, async () => {
    const path = `${server.url}/api/public/v2/observations?limit=1`;
    for (let n = 0; n < 5; n += 1) expect((await fetch(path, { headers: { authorization } })).status).toBe(200);
  });
  expect(order).toEqual(["work", ...Array.from({ length: MANY }, () => "slow read")]);
});

describe("a read that takes longer than the bound", () => {
  const ROWS = 5_000;
  const ITEMS = 2_500;
  let bounded: RunningServer;

  beforeAll(async () => {
    bounded = await startServer({
      port: 0,
      memory: true,
      openToThisMachine: true,
      readTimeoutMs: 1_000,
      log: (line) => log.push(line),
    });
    const spans = Array.from({ length: ROWS }, (_, n) => ({
      spanId: spanId(n),
      name: "a".repeat(3_000),
    }));
    for (let n = 0; n < ROWS; n += 1_000) await send(bounded, { spans: spans.slice(n, n + 1_000) });
    await sendItems();
  });
  afterAll(async () => bounded.close());

  /** Makes an experiment whose items are spans of one trace, so that each item has each score of the trace. */
  async function sendItems(): Promise<void> {
    const traceId = "f".repeat(32);
    const items = Array.from({ length: ITEMS }, (_, n) => ({
      traceId,
      spanId: spanId(n),
      attributes: {
        [svc.EXPERIMENT_ID]: "experiment",
        [svc.EXPERIMENT_ITEM_ID]: `item ${n}`,
        [svc.EXPERIMENT_ITEM_ROOT_OBSERVATION_ID]: spanId(n),
      },
    }));
    await send(bounded, { spans: items });
    const scores = Array.from({ length: ITEMS }, (_, n) => ({ traceId, name: "helpful", value: n }));
    expect((await callsOf(() => bounded)("POST", "/scores", scores)).status).toBe(202);
  }

  /** Conditions that SQLite decides without a call of JavaScript, in about 10 seconds for all rows. */
  const filter = Array.from({ length: 40 }, () => ({
    type: "string",
    column: "name",
    operator: "does not contain",
    value: `${"a".repeat(250)}b`,
  }));
  const query = {
    view: "observations",
    metrics: [{ measure: "count", aggregation: "count" }],
    filters: filter,
    fromTimestamp: "2020-01-01T00:00:00Z",
    toTimestamp: "2100-01-01T00:00:00Z",
  };

  test.each([
    [
      "list",
      `/api/public/v2/observations?${new URLSearchParams({ filter: JSON.stringify([...filter, { ...filter[0], operator: "contains" }]) }).toString()}`,
    ],
    ["totals of experiments", `/api/local/experiments/totals?ids=${encodeURIComponent('["experiment"]')}`],
    ["metrics", `/api/public/v2/metrics?${new URLSearchParams({ query: JSON.stringify(query) }).toString()}`],
  ])("is answered 503 and ends with its thread: %s", async (_name, path) => {
    const started = performance.now();
    const answers = await Promise.all(Array.from({ length: MANY }, async () => get(bounded, path)));
    for (const answer of answers) {
      expect([answer.status, answer.headers.get("retry-after"), await answer.json()]).toEqual([
        503,
        "1",
        {
          error: "ServiceUnavailableError",
          message: "The read took longer than 1 s and was ended: ask for a shorter time, fewer rows or fewer filters",
        },
      ]);
    }
    expect((await observations(bounded, { limit: "1" })).data).toHaveLength(1);
    // Three rounds of threads, of which each would take ten seconds.
    expect(performance.now() - started).toBeLessThan(12_000);
  });
});
