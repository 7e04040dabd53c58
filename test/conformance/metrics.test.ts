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
    server = service().server;
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
    // A root of a web framework names nobody; its child does.
    const web = "d".repeat(32);
    const child = {
      [svc.TRACE_USER_ID]: "u-web",
      [svc.TRACE_SESSION_ID]: "s-web",
      [svc.TRACE_NAME]: "checkout",
      [svc.TRACE_TAGS]: ["shop"],
      [svc.RELEASE]: "r-7",
    };
    await send(server, {
      spans: [
        {
          traceId: web,
          spanId: "d1".padEnd(16, "0"),
          name: "GET /",
          start: Date.parse("2026-11-04T20:00:00Z"),
          end: Date.parse("2026-11-04T20:00:05Z"),
        },
        {
          traceId: web,
          spanId: "d3".padEnd(16, "0"),
          parentSpanId: "d1".padEnd(16, "0"),
          start: Date.parse("2026-11-04T20:00:02Z"),
          attributes: { [svc.TRACE_USER_ID]: "u-late" },
        },
        {
          traceId: web,
          spanId: "d2".padEnd(16, "0"),
          parentSpanId: "d1".padEnd(16, "0"),
          start: Date.parse("2026-11-04T20:00:01Z"),
          attributes: child,
        },
      ].map((span) => Object.assign(span, { end: Date.parse("2026-11-04T20:00:05Z") })),
    });
    await score({
      id: "w1",
      name: "quality",
      dataType: "NUMERIC",
      value: 7,
      timestamp: "2026-11-04T10:00:00Z",
      traceId: web,
    });
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

  describe("time in a zone", () => {
    /** Starts of hourly spans, at the half hour: over two changes of the clocks in America. */
    const STARTS = ["2025-03-08T00:30:00Z", "2025-11-01T00:30:00Z"].flatMap((start) =>
      Array.from({ length: 96 }, (_, hour) => Date.parse(start) + hour * 3_600_000),
    );
    beforeAll(async () => {
      const spans = STARTS.map((start, n) => ({
        traceId: "c".repeat(32),
        spanId: (n + 1_000).toString(16).padStart(16, "0"),
        start,
        end: start + 1,
      }));
      await send(server, { spans });
    });

    test.each<[zone: string, granularity: string, from: string, to: string, steps: Record<string, number>]>([
      [
        "America/Los_Angeles",
        "day",
        "2025-03-08T08:00Z",
        "2025-03-11T07:00Z",
        { "2025-03-08T08:00": 24, "2025-03-09T08:00": 23, "2025-03-10T07:00": 24 },
      ],
      [
        "america/los_angeles",
        "day",
        "2025-11-01T07:00Z",
        "2025-11-04T08:00Z",
        { "2025-11-01T07:00": 24, "2025-11-02T07:00": 25, "2025-11-03T08:00": 24 },
      ],
      [
        "America/Los_Angeles",
        "hour",
        "2025-11-02T08:00Z",
        "2025-11-02T11:00Z",
        { "2025-11-02T08:00": 1, "2025-11-02T09:00": 1, "2025-11-02T10:00": 1 },
      ],
      [
        "America/Los_Angeles",
        "week",
        "2025-11-01T07:00Z",
        "2025-11-04T08:00Z",
        { "2025-10-27T07:00": 49, "2025-11-03T08:00": 24 },
      ],
      [
        "America/Los_Angeles",
        "month",
        "2025-10-15T00:00Z",
        "2025-11-04T08:00Z",
        { "2025-10-01T07:00": 7, "2025-11-01T07:00": 73 },
      ],
      // Steps of six hours: one of them has five, where the clocks go forward.
      [
        "America/Los_Angeles",
        "auto",
        "2025-03-05T08:00Z",
        "2025-03-13T08:00Z",
        expect.objectContaining({ "2025-03-09T08:00": 5, "2025-03-09T13:00": 6, "2025-03-09T19:00": 6 }) as never,
      ],
      // Midnight does not exist, and happens twice.
      [
        "America/Havana",
        "day",
        "2025-03-08T05:00Z",
        "2025-03-10T04:00Z",
        { "2025-03-08T05:00": 24, "2025-03-09T05:00": 23 },
      ],
      [
        "America/Havana",
        "day",
        "2025-11-01T04:00Z",
        "2025-11-03T05:00Z",
        { "2025-11-01T04:00": 24, "2025-11-02T04:00": 25 },
      ],
      [
        "Asia/Kolkata",
        "day",
        "2025-11-01T18:30Z",
        "2025-11-03T18:30Z",
        { "2025-11-01T18:30": 24, "2025-11-02T18:30": 24 },
      ],
      [
        "Asia/Kathmandu",
        "hour",
        "2025-11-01T18:15Z",
        "2025-11-01T20:15Z",
        { "2025-11-01T18:15": 1, "2025-11-01T19:15": 1 },
      ],
      ["UTC", "day", "2025-11-01T00:00Z", "2025-11-03T00:00Z", { "2025-11-01T00:00": 24, "2025-11-02T00:00": 24 }],
      ["Pacific/Auckland", "month", "2025-11-01T00:00Z", "2025-11-04T00:00Z", { "2025-10-31T11:00": 72 }],
      // A day that the zone left out.
      [
        "Pacific/Apia",
        "day",
        "2011-12-29T10:00Z",
        "2012-01-01T10:00Z",
        { "2011-12-29T10:00": 0, "2011-12-30T10:00": 0, "2011-12-31T10:00": 0 },
      ],
    ])("%s, by the %s, from %s to %s", async (timezone, granularity, from, to, steps) => {
      const found = await rows({
        metrics: [COUNT],
        timeDimension: { granularity, timezone },
        fromTimestamp: new Date(from).toISOString(),
        toTimestamp: new Date(to).toISOString(),
      });
      const counted = found as Array<{ time_dimension: string; count_count: number }>;
      expect(
        Object.fromEntries(counted.map((row) => [row.time_dimension.replace(":00.000Z", ""), row.count_count])),
      ).toEqual(steps);
    });

    test("months and days among the dimensions are of the zone", async () => {
      const query = {
        dimensions: [{ field: "startTimeMonth" }],
        metrics: [COUNT],
        fromTimestamp: "2025-10-31T23:00:00Z",
        toTimestamp: "2025-11-02T00:00:00Z",
      };
      const months = async (timeDimension: object): Promise<unknown[]> => {
        const found = (await rows({ ...query, timeDimension })) as Array<{ startTimeMonth: string | null }>;
        return [...new Set(found.flatMap(({ startTimeMonth }) => startTimeMonth ?? []))];
      };
      expect(await months({ granularity: "day" })).toEqual(["2025-11"]);
      expect(await months({ granularity: "day", timezone: "America/Los_Angeles" })).toEqual(["2025-10", "2025-11"]);
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

  describe("scores of a trace whose root names nothing", () => {
    const LATER = { fromTimestamp: "2026-11-04T00:00:00Z", toTimestamp: "2026-11-05T00:00:00Z" };
    const ranked = {
      config: { row_limit: 5 },
      orderBy: [{ field: "avg_value", direction: "desc" }],
      metrics: [metric("avg", "value")],
    };
    test.each<[field: string, value: unknown]>([
      ["userId", "u-web"],
      ["sessionId", "s-web"],
      ["traceName", "checkout"],
      ["tags", ["shop"]],
      ["traceRelease", "r-7"],
      ["traceVersion", null],
    ])("are by %s those of the first observation that names one", async (field, value) => {
      const query = { view: "scores-numeric", ...LATER, ...ranked };
      expect(await rows({ ...query, dimensions: [{ field }] })).toEqual([{ [field]: value, avg_value: 7 }]);
    });

    test.each([
      ["userId", "u-web", 1],
      ["sessionId", "s-web", 1],
      ["traceName", "checkout", 1],
      ["traceName", "GET /", 0],
    ])("are found by a filter %s = %s", async (column, value, count) => {
      const filters = [{ type: "string", column, operator: "=", value }];
      expect(await rows({ view: "scores-numeric", ...LATER, metrics: [COUNT], filters })).toEqual([
        { count_count: count },
      ]);
    });
  });

  describe("rows that an order leaves equal, and times that run backwards", () => {
    const names = ["delta", "alpha", "charlie", "bravo"];
    const ofDay = { fromTimestamp: "2026-11-09T00:00:00Z", toTimestamp: "2026-11-10T00:00:00Z" };
    const start = Date.parse("2026-11-09T10:00:00Z");
    const read = async (query: object): Promise<Array<Record<string, unknown>>> => {
      const whole = { view: "observations", ...ofDay, ...query };
      const response = await get(server, `/api/public/v2/metrics?query=${encodeURIComponent(JSON.stringify(whole))}`);
      return ((await response.json()) as { data: Array<Record<string, unknown>> }).data;
    };
    beforeAll(async () => {
      const tied = names.map((name, index) => ({ name, spanId: `${index + 1}`.repeat(16), start, end: start + 2_000 }));
      const backwards = {
        name: "backwards",
        spanId: "9".repeat(16),
        start,
        end: start - 1,
        attributes: {
          [svc.OBSERVATION_TYPE]: "generation",
          [svc.OBSERVATION_USAGE_DETAILS]: '{"output":50,"total":50}',
          [svc.OBSERVATION_COMPLETION_START_TIME]: JSON.stringify(new Date(start - 500).toISOString()),
        },
      };
      await send(server, {
        spans: [...tied, backwards].map((span) => Object.assign(span, { traceId: "c".repeat(32) })),
      });
    });

    test.each<[string, object, string[]]>([
      ["by the metric", {}, ["alpha", "backwards", "bravo", "charlie", "delta"]],
      ["by the first rows", { config: { row_limit: 2 } }, ["alpha", "backwards"]],
      [
        "in a given order",
        { orderBy: [{ field: "count_count", direction: "asc" }] },
        ["alpha", "backwards", "bravo", "charlie", "delta"],
      ],
      [
        "in steps of time",
        { timeDimension: { granularity: "day" } },
        ["alpha", "backwards", "bravo", "charlie", "delta"],
      ],
    ])("are ordered by their groups: %s", async (_how, query, expected) => {
      const metrics = [{ measure: "count", aggregation: "count" }];
      const rows = await read({ metrics, dimensions: [{ field: "name" }], ...query });
      expect(rows.map(({ name }) => name)).toEqual(expected);
    });

    test.each<[string, string, unknown]>([
      ["latency", "min", 2_000],
      ["latency", "avg", 2_000],
      ["latency", "p50", 2_000],
      ["latency", "count", 4],
      ["outputTokensPerSecond", "min", null],
      ["tokensPerSecond", "avg", null],
      ["timeToFirstToken", "min", null],
      ["streamingLatency", "max", 499],
    ])("a time that runs backwards is left out of %s, %s", async (measure, aggregation, expected) => {
      const [row] = await read({ metrics: [{ measure, aggregation }] });
      const found = row?.[`${aggregation}_${measure}`];
      expect(found === null ? null : Number(found)).toBe(expected);
    });

    test("an observation that ends before its start has no latency, and no filter on it finds the observation", async () => {
      const only = (column: string, operator: string, value: unknown, type = "number"): string =>
        `filter=${encodeURIComponent(JSON.stringify([{ type, column, operator, value }]))}`;
      const list = async (query: string): Promise<Array<Record<string, unknown>>> =>
        ((await (await get(server, `/api/public/v2/observations?${query}`)).json()) as { data: [] }).data;
      expect(await list(`${only("name", "=", "backwards", "string")}&fields=metrics`)).toMatchObject([
        { latency: null, timeToFirstToken: null },
      ]);
      expect(await list(only("latency", "<", 0))).toEqual([]);
      expect(await list(only("tokensPerSecond", "<", 0))).toEqual([]);
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
      [{ metrics: [COUNT, metric("sum", "costByType")] }, /costType goes only with costByType/],
      [{ metrics: [COUNT], timeDimension: { granularity: "day", timezone: "Mars/Olympus" } }, /Invalid request data/],
      [{ metrics: [COUNT], timeDimension: { granularity: "day", timezone: "+05:30" } }, /Invalid request data/],
      [{ metrics: [COUNT], timeDimension: { granularity: "day", timeZone: "UTC" } }, /Invalid request data/],
      [{ metrics: [COUNT], filter: [] }, /Invalid request data/],
      [{ metrics: [{ ...metric("count", "count"), agg: "x" }] }, /Invalid request data/],
      [{ metrics: [COUNT], dimensions: [{ field: "type", name: "x" }] }, /Invalid request data/],
      [{ metrics: [COUNT], orderBy: [{ field: "count_count", direction: "asc", order: 1 }] }, /Invalid request data/],
      [{ metrics: [COUNT], config: { limit: 5 } }, /Invalid request data/],
      [
        { metrics: [COUNT], filters: [{ type: "string", column: "name", operator: "=", value: "", values: [] }] },
        /Invalid request data/,
      ],
      [{ metrics: [COUNT], filters: [{ type: "string", column: "nope", operator: "=", value: "" }] }, /Column nope/],
    ])("%j", async (query, message) => {
      const response = await ask(query);
      expect([response.status, (await response.json()) as object]).toEqual([
        400,
        expect.objectContaining({ message: expect.stringMatching(message) }),
      ]);
    });

    test.each<[query: object, message: string]>([
      [
        { metrics: [COUNT], timeDimension: { granularity: "day", timezone: "Mars/Olympus" } },
        'timeDimension.timezone: "Mars/Olympus" is no time zone: an IANA name such as Europe/Berlin is expected',
      ],
      [
        { metrics: [COUNT], timeDimension: { granularity: "day", timeZone: "UTC" } },
        "timeDimension.timeZone: is not known. Known are granularity, timezone",
      ],
    ])("%j, with what to do", async (query, message) => {
      const { error } = (await (await ask(query)).json()) as { error: Array<{ message: string }> };
      expect(error.map((issue) => issue.message)).toEqual([message]);
    });

    test("invalid JSON, and no query", async () => {
      expect((await get(server, "/api/public/v2/metrics?query={")).status).toBe(400);
      expect((await get(server, "/api/public/v2/metrics")).status).toBe(400);
    });
  });
});
