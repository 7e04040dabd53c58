import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { beforeAll, describe, expect, test } from "vitest";
import { callsOf } from "../support/server/api-calls.ts";
import { type Value, get, send } from "../support/server/otlp-calls.ts";
import { describeOnEngines } from "../support/storage/describe-on-engines.ts";
import { READING_ENGINES } from "../support/storage/storage-engines.ts";

const DAY = "2026-11-02T";
const at = (time: string): number => Date.parse(`${DAY}${time}Z`);

describeOnEngines(READING_ENGINES, "metrics", (service) => {
  let server: Parameters<typeof send>[0];
  beforeAll(async () => {
    server = service().server as typeof server;
    const call = (n: number, time: string, milliseconds: number, attributes: Record<string, Value>) => ({
      spanId: String(n).repeat(16),
      traceId: (n < 3 ? "a" : "b").repeat(32),
      name: `call ${n}`,
      start: at(time),
      end: at(time) + milliseconds,
      attributes: { [svc.OBSERVATION_TYPE]: "generation", ...attributes },
    });
    await send(server, {
      spans: [
        call(1, "10:00:00", 1_000, {
          [svc.OBSERVATION_MODEL]: "m-1",
          [svc.OBSERVATION_USAGE_DETAILS]: '{"input":10,"output":20}',
          [svc.OBSERVATION_COST_DETAILS]: '{"input":1,"output":2}',
          [svc.TRACE_USER_ID]: "u-1",
          [svc.TRACE_TAGS]: ["x"],
        }),
        call(2, "10:30:00", 3_000, {
          [svc.OBSERVATION_MODEL]: "m-1",
          [svc.OBSERVATION_USAGE_DETAILS]: '{"input":5,"output":5}',
          [svc.TRACE_USER_ID]: "u-2",
        }),
        call(3, "12:10:00", 2_000, { [svc.OBSERVATION_MODEL]: "m-2", [svc.TRACE_USER_ID]: "u-1" }),
        {
          spanId: "4".repeat(16),
          parentSpanId: "3".repeat(16),
          traceId: "b".repeat(32),
          name: "step",
          start: at("12:10:01"),
          end: at("12:10:02"),
        },
      ],
    });
    const score = async (fields: object): Promise<void> => {
      const { status } = await callsOf(() => server)("POST", "/scores", { metadata: { by: "me" }, ...fields });
      expect(status).toBe(200);
    };
    const [a, b] = ["a".repeat(32), "b".repeat(32)];
    const ofCall = { traceId: a, observationId: "1".repeat(16) };
    const later = { timestamp: `${DAY}10:05:00Z` };
    await score({ id: "n1", name: "quality", dataType: "NUMERIC", value: 1, timestamp: `${DAY}10:00:00Z`, ...ofCall });
    await score({ id: "n2", name: "quality", dataType: "NUMERIC", value: 3, ...later, traceId: b });
    await score({ id: "b1", name: "ok", dataType: "BOOLEAN", value: 1, ...later, traceId: a });
    await score({ id: "c1", name: "mood", dataType: "CATEGORICAL", value: "happy", ...later, traceId: a });
  });

  const WINDOW = { fromTimestamp: `${DAY}00:00:00Z`, toTimestamp: "2026-11-03T00:00:00Z" };

  async function ask(query: object): Promise<Response> {
    const text = JSON.stringify({ view: "observations", ...WINDOW, ...query });
    return get(server, `/api/public/v2/metrics?${new URLSearchParams({ query: text }).toString()}`);
  }

  async function rows(query: object): Promise<unknown[]> {
    const response = await ask(query);
    const body = (await response.json()) as { data: unknown[] };
    expect([response.status, body]).toEqual([200, { data: expect.any(Array) }]);
    return body.data;
  }

  const metric = (aggregation: string, measure: string): object => ({ aggregation, measure });
  const COUNT = metric("count", "count");

  describe("aggregations", () => {
    test.each<[aggregation: string, measure: string, value: unknown]>([
      ["count", "count", 4],
      ["sum", "latency", 7_000],
      ["avg", "latency", 1_750],
      ["max", "latency", 3_000],
      ["min", "latency", 1_000],
      ["p50", "latency", 1_500],
      ["p75", "latency", 2_250],
      ["p90", "latency", 2_700],
      ["p95", "latency", expect.closeTo(2_850, 6)],
      ["p99", "latency", 2_970],
      ["uniq", "traceId", 2],
      ["uniq", "uniqueUserIds", 2],
      ["sum", "inputTokens", 15],
      ["sum", "outputTokens", 25],
      ["sum", "totalTokens", 40],
      ["sum", "totalCost", 3],
      ["sum", "inputCost", 1],
      ["max", "tokensPerSecond", 30],
      ["max", "outputTokensPerSecond", 20],
      ["sum", "countScores", 1],
      ["avg", "timeToFirstToken", null],
      ["sum", "toolCalls", 0],
    ])("%s of %s", async (aggregation, measure, value) => {
      expect(await rows({ metrics: [metric(aggregation, measure)] })).toEqual([
        { [`${aggregation}_${measure}`]: value },
      ]);
    });

    test("a histogram is a list of lower bound, upper bound and height", async () => {
      const query = { metrics: [metric("histogram", "latency")], config: { bins: 2 } };
      expect(await rows(query)).toEqual([
        {
          histogram_latency: [
            [1_000, 2_000, 2],
            [2_000, 3_000, 2],
          ],
        },
      ]);
    });
  });

  describe("dimensions", () => {
    test.each<[dimension: string, rows: unknown[]]>([
      [
        "providedModelName",
        [
          { providedModelName: "m-1", count_count: 2 },
          { providedModelName: "m-2", count_count: 1 },
          { providedModelName: null, count_count: 1 },
        ],
      ],
      [
        "type",
        [
          { type: "GENERATION", count_count: 3 },
          { type: "SPAN", count_count: 1 },
        ],
      ],
      [
        "isRootObservation",
        [
          { isRootObservation: true, count_count: 3 },
          { isRootObservation: false, count_count: 1 },
        ],
      ],
      [
        "tags",
        [
          { tags: [], count_count: 3 },
          { tags: ["x"], count_count: 1 },
        ],
      ],
      ["startTimeMonth", [{ startTimeMonth: "2026-11", count_count: 4 }]],
    ])("%s", async (dimension, expected) => {
      const orderBy = [
        { field: "count_count", direction: "desc" },
        { field: dimension, direction: "asc" },
      ];
      expect(await rows({ dimensions: [{ field: dimension }], metrics: [COUNT], orderBy })).toEqual(expected);
    });

    test("types of cost and of usage", async () => {
      const order = (field: string): object => ({ orderBy: [{ field, direction: "asc" }] });
      expect(
        await rows({
          dimensions: [{ field: "costType" }],
          metrics: [metric("sum", "costByType")],
          ...order("costType"),
        }),
      ).toEqual([
        { costType: "input", sum_costByType: 1 },
        { costType: "output", sum_costByType: 2 },
      ]);
      expect(
        await rows({
          dimensions: [{ field: "usageType" }],
          metrics: [metric("sum", "usageByType")],
          ...order("usageType"),
        }),
      ).toEqual([
        { usageType: "input", sum_usageByType: 15 },
        { usageType: "output", sum_usageByType: 25 },
        { usageType: "total", sum_usageByType: 40 },
      ]);
    });

    test("a dimension with a value for nearly every row lists the highest", async () => {
      const query = { dimensions: [{ field: "userId" }], metrics: [metric("sum", "latency")] };
      const order = [
        { field: "sum_latency", direction: "desc" },
        { field: "userId", direction: "asc" },
      ];
      const ranked = { orderBy: order, config: { row_limit: 2 } };
      expect(await rows({ ...query, ...ranked })).toEqual([
        { userId: "u-1", sum_latency: 3_000 },
        { userId: "u-2", sum_latency: 3_000 },
      ]);
      expect((await ask(query)).status).toBe(400);
      expect((await ask({ ...query, ...ranked, timeDimension: { granularity: "hour" } })).status).toBe(400);
    });
  });

  describe("time", () => {
    test("fills steps without observations", async () => {
      const query = { metrics: [COUNT, metric("avg", "latency")], timeDimension: { granularity: "hour" } };
      expect(await rows({ ...query, fromTimestamp: `${DAY}10:00:00Z`, toTimestamp: `${DAY}13:00:00Z` })).toEqual([
        { time_dimension: `${DAY}10:00:00.000Z`, count_count: 2, avg_latency: 2_000 },
        { time_dimension: `${DAY}11:00:00.000Z`, count_count: 0, avg_latency: null },
        { time_dimension: `${DAY}12:00:00.000Z`, count_count: 2, avg_latency: 1_500 },
      ]);
    });

    test("does not fill steps when an order is given", async () => {
      const query = { metrics: [COUNT], timeDimension: { granularity: "hour" } };
      const orderBy = [{ field: "time_dimension", direction: "desc" }];
      expect(await rows({ ...query, orderBy })).toEqual([
        { time_dimension: `${DAY}12:00:00.000Z`, count_count: 2 },
        { time_dimension: `${DAY}10:00:00.000Z`, count_count: 2 },
      ]);
    });

    test.each<[granularity: string, from: string, to: string, first: string, count: number]>([
      ["minute", `${DAY}10:00:30Z`, `${DAY}10:03:00Z`, `${DAY}10:00:00.000Z`, 3],
      ["day", "2026-10-31T12:00:00Z", "2026-11-03T00:00:00Z", "2026-10-31T00:00:00.000Z", 3],
      ["week", "2026-10-28T00:00:00Z", "2026-11-03T00:00:00Z", "2026-10-26T00:00:00.000Z", 2],
      ["month", "2026-10-28T00:00:00Z", "2026-12-03T00:00:00Z", "2026-10-01T00:00:00.000Z", 3],
      ["auto", `${DAY}10:00:00Z`, `${DAY}10:50:00Z`, `${DAY}10:00:00.000Z`, 50],
      ["auto", "2026-11-01T00:00:00Z", "2026-11-03T00:00:00Z", "2026-11-01T00:00:00.000Z", 48],
    ])("%s from %s to %s", async (granularity, fromTimestamp, toTimestamp, first, count) => {
      const found = await rows({ metrics: [COUNT], timeDimension: { granularity }, fromTimestamp, toTimestamp });
      expect(found[0]).toMatchObject({ time_dimension: first });
      expect(found).toHaveLength(count);
    });
  });

  describe("filters", () => {
    test.each<[filter: object, count: number]>([
      [{ type: "string", column: "providedModelName", operator: "=", value: "m-1" }, 2],
      [{ type: "stringOptions", column: "type", operator: "none of", value: ["GENERATION"] }, 1],
      [{ type: "stringObject", column: "metadata", key: "scope.name", operator: "=", value: "svc-sdk" }, 4],
      [{ type: "number", column: "latency", operator: ">", value: 1.5 }, 2],
    ])("%j", async (filter, count) => {
      expect(await rows({ metrics: [COUNT], filters: [filter] })).toEqual([{ count_count: count }]);
    });
  });

  describe("views of scores", () => {
    test.each<[view: string, query: object, rows: unknown[]]>([
      ["scores-numeric", { metrics: [COUNT, metric("avg", "value")] }, [{ count_count: 2, avg_value: 2 }]],
      [
        "scores-numeric",
        { dimensions: [{ field: "observationName" }], metrics: [metric("max", "value")] },
        [
          { observationName: null, max_value: 3 },
          { observationName: "call 1", max_value: 1 },
        ],
      ],
      [
        "scores-numeric",
        { dimensions: [{ field: "name" }, { field: "tags" }], metrics: [COUNT] },
        [
          { name: "quality", tags: [], count_count: 1 },
          { name: "quality", tags: ["x"], count_count: 1 },
        ],
      ],
      [
        "scores-boolean",
        { dimensions: [{ field: "booleanValue" }], metrics: [COUNT] },
        [{ booleanValue: true, count_count: 1 }],
      ],
      [
        "scores-categorical",
        { dimensions: [{ field: "stringValue" }], metrics: [COUNT] },
        [{ stringValue: "happy", count_count: 1 }],
      ],
      [
        "scores-numeric",
        {
          metrics: [COUNT],
          filters: [{ type: "stringObject", column: "metadata", key: "by", operator: "=", value: "me" }],
        },
        [{ count_count: 2 }],
      ],
    ])("%s %j", async (view, query, expected) => {
      const found = await rows({ view, ...query });
      expect(found).toHaveLength(expected.length);
      expect(found).toEqual(expect.arrayContaining(expected));
    });
  });

  describe("rejected with 400", () => {
    test.each<[query: object, message: RegExp]>([
      [{ metrics: [] }, /Invalid request data/],
      [{ metrics: [metric("median", "latency")] }, /Invalid request data/],
      [{ metrics: [COUNT], fromTimestamp: "yesterday" }, /Invalid request data/],
      [
        { metrics: [COUNT], fromTimestamp: WINDOW.toTimestamp, toTimestamp: WINDOW.fromTimestamp },
        /Invalid request data/,
      ],
      [{ metrics: [COUNT], config: { row_limit: 1_001 } }, /Invalid request data/],
      [{ metrics: [COUNT], view: "traces" }, /Invalid request data/],
      [{ metrics: [metric("sum", "nope")] }, /Invalid measure nope: the view observations has count, /],
      [{ metrics: [COUNT], dimensions: [{ field: "constructor" }] }, /Invalid dimension constructor/],
      [
        { metrics: [COUNT], orderBy: [{ field: "sum_latency", direction: "asc" }] },
        /Invalid orderBy field sum_latency/,
      ],
      [{ metrics: [COUNT], dimensions: [{ field: 'name" --' }] }, /Invalid dimension/],
      [{ metrics: [COUNT, metric("sum", "costByType")] }, /costType goes with costByType alone/],
      [{ metrics: [COUNT], filters: [{ type: "string", column: "nope", operator: "=", value: "" }] }, /Column nope/],
    ])("%j", async (query, message) => {
      const response = await ask(query);
      expect([response.status, (await response.json()) as object]).toEqual([
        400,
        expect.objectContaining({ message: expect.stringMatching(message) }),
      ]);
    });

    test("invalid JSON, and no query", async () => {
      expect((await get(server, "/api/public/v2/metrics?query={")).status).toBe(400);
      expect((await get(server, "/api/public/v2/metrics")).status).toBe(400);
    });
  });
});
