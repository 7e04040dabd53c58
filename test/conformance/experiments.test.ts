import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { beforeAll, describe, expect, test } from "vitest";
import {
  AUTHORIZATION,
  type Page,
  type TestSpan,
  type Value,
  get,
  observations,
  send,
} from "../support/server/otlp-calls.ts";
import { describeOnEngines } from "../support/storage/describe-on-engines.ts";
import { READING_ENGINES } from "../support/storage/storage-engines.ts";

const START = Date.parse("2026-11-01T10:00:00.000Z");
const VERSION = "2026-10-01T00:00:00.000Z";

const id = (n: number, length: number): string => n.toString(16).padStart(length, "0");

/** Returns the spans of one item: its root and a child, both with the experiment's attributes. */
function item(run: string, n: number, more: Record<string, Value> = {}): TestSpan[] {
  const traceId = id(n, 32);
  const root = id(n * 2, 16);
  const attributes = {
    [svc.EXPERIMENT_ID]: run,
    [svc.EXPERIMENT_NAME]: `name of ${run}`,
    [svc.EXPERIMENT_DATASET_ID]: run === "e-2" ? "d-2" : "d-1",
    [svc.EXPERIMENT_ITEM_ID]: `item-${n}`,
    [svc.EXPERIMENT_ITEM_VERSION]: VERSION,
    [svc.EXPERIMENT_ITEM_ROOT_OBSERVATION_ID]: root,
    [`${svc.EXPERIMENT_METADATA}.model`]: '"m-1"',
    [svc.EXPERIMENT_ITEM_METADATA]: '{"a":{"b":1}}',
  };
  const start = START + n * 1_000;
  return [
    {
      traceId,
      spanId: root,
      name: "experiment-item-run",
      start,
      end: start + 500,
      attributes: {
        ...attributes,
        [svc.EXPERIMENT_DESCRIPTION]: "a try",
        [svc.EXPERIMENT_ITEM_EXPECTED_OUTPUT]: '"Paris"',
        [svc.OBSERVATION_INPUT]: "capital of France?",
        [svc.OBSERVATION_OUTPUT]: "Paris",
        [svc.ENVIRONMENT]: "sdk-experiment",
        ...more,
      },
    },
    {
      traceId,
      spanId: id(n * 2 + 1, 16),
      parentSpanId: root,
      name: "call",
      start: start + 100,
      end: start + 900,
      attributes,
    },
  ];
}

/** Name of an experiment the day before all others, whose evaluators asked a model. */
const JUDGED = "judged";

/** Returns an item that ran twice, an item without scores, and the work of evaluators of each and of the run. */
function judgedItems(): TestSpan[] {
  const experiment = {
    [svc.EXPERIMENT_ID]: JUDGED,
    [svc.EXPERIMENT_NAME]: JUDGED,
    [svc.ENVIRONMENT]: "sdk-experiment",
  };
  const start = START - 86_400_000;
  const spent = (total: number): Record<string, Value> => ({
    [svc.OBSERVATION_TYPE]: "generation",
    [svc.OBSERVATION_COST_DETAILS]: JSON.stringify({ total }),
    [svc.OBSERVATION_USAGE_DETAILS]: JSON.stringify({ total: total * 100 }),
  });
  const judge = { ...experiment, [svc.OBSERVATION_TYPE]: "evaluator" };
  const ofItems = ["one", "one", "two"].flatMap((item, n): TestSpan[] => {
    const traceId = id(100 + n, 32);
    const [root, call, evaluator, judgeCall] = [1, 2, 3, 4].map((k) => id(1_000 + n * 10 + k, 16)) as [
      string,
      string,
      string,
      string,
    ];
    const ofItem = {
      ...experiment,
      [svc.EXPERIMENT_ITEM_ID]: item,
      [svc.EXPERIMENT_ITEM_ROOT_OBSERVATION_ID]: root,
      [svc.OBSERVATION_OUTPUT]: "the answer",
    };
    return [
      { traceId, spanId: root, name: "experiment-item-run", start, end: start + 100, attributes: ofItem },
      { traceId, spanId: call, parentSpanId: root, start, end: start + 50, attributes: { ...ofItem, ...spent(0.5) } },
      { traceId, spanId: evaluator, parentSpanId: root, start: start + 200, end: start + 900, attributes: judge },
      {
        traceId,
        spanId: judgeCall,
        parentSpanId: evaluator,
        start: start + 200,
        end: start + 900,
        attributes: { ...experiment, ...spent(0.25) },
      },
    ];
  });
  const run = { traceId: id(110, 32), spanId: id(1_101, 16), start: start + 1_000, end: start + 5_000 };
  return [...ofItems, { ...run, name: "of the run", attributes: { ...judge, ...spent(2) } }];
}

describeOnEngines(READING_ENGINES, "experiments", (service) => {
  let server: Parameters<typeof send>[0];
  beforeAll(async () => {
    server = service().server;
    await send(server, {
      spans: [
        ...[1, 2, 3].flatMap((n) => item("e-1", n)),
        ...item("e-2", 4, { [svc.EXPERIMENT_ITEM_VERSION]: "no date" }),
        { traceId: id(9, 32), spanId: id(99, 16), name: "of no experiment" },
        ...judgedItems(),
      ],
    });
  });

  const SINCE = new Date(START).toISOString();

  async function read(path: string, query: Record<string, string> = {}): Promise<Page> {
    const response = await get(
      server,
      `/api/public/${path}?${new URLSearchParams({ fromStartTime: SINCE, ...query }).toString()}`,
    );
    const body = (await response.json()) as Page;
    expect([response.status, body]).toEqual([200, { data: expect.any(Array), meta: expect.any(Object) }]);
    return body;
  }

  describe("the list of experiments", () => {
    test("groups spans by experiment id, the most recent first", async () => {
      expect(await read("experiments", { fields: "core,metadata,scores" })).toEqual({
        data: [
          {
            id: "e-2",
            name: "name of e-2",
            description: "a try",
            startTime: "2026-11-01T10:00:04.000Z",
            endTime: "2026-11-01T10:00:04.900Z",
            itemCount: 1,
            datasetId: "d-2",
            metadata: { model: "m-1" },
            scores: [],
          },
          {
            id: "e-1",
            name: "name of e-1",
            description: "a try",
            startTime: "2026-11-01T10:00:01.000Z",
            endTime: "2026-11-01T10:00:03.900Z",
            itemCount: 3,
            datasetId: "d-1",
            metadata: { model: "m-1" },
            scores: [],
          },
        ],
        meta: {},
      });
    });

    test.each<[Record<string, string>, string[]]>([
      [{ id: "e-1" }, ["e-1"]],
      [{ id: "e-1,e-2" }, ["e-2", "e-1"]],
      [{ name: "name of e-2" }, ["e-2"]],
      [{ datasetId: "d-1" }, ["e-1"]],
      [{ datasetId: "d-1", id: "e-2" }, []],
      [{ toStartTime: "2026-11-01T10:00:04Z" }, ["e-1"]],
      [{ filter: '[{"type":"string","column":"name","operator":"contains","value":"e-2"}]' }, ["e-2"]],
    ])("filters by %j", async (query, ids) => {
      expect((await read("experiments", query)).data.map((experiment) => experiment["id"])).toEqual(ids);
    });

    test("has pages", async () => {
      const first = await read("experiments", { limit: "1" });
      const second = await read("experiments", { limit: "1", cursor: first.meta.cursor ?? "" });
      expect([...first.data, ...second.data].map((experiment) => experiment["id"])).toEqual(["e-2", "e-1"]);
      expect(second.meta).toEqual({});
    });
  });

  describe("the list of experiment items", () => {
    test("has the root spans of items, the latest first", async () => {
      const fields = "core,dataset,io,metadata,itemMetadata,experimentMetadata,scores";
      const { data } = await read("experiment-items", { fields });
      expect(data.map((row) => row["experimentItemId"])).toEqual(["item-4", "item-3", "item-2", "item-1"]);
      expect(data[3]).toEqual({
        id: id(2, 16),
        traceId: id(1, 32),
        startTime: "2026-11-01T10:00:01.000Z",
        endTime: "2026-11-01T10:00:01.500Z",
        level: "DEFAULT",
        environment: "sdk-experiment",
        experimentId: "e-1",
        experimentName: "name of e-1",
        experimentItemId: "item-1",
        experimentDatasetId: "d-1",
        experimentItemVersion: VERSION,
        input: "capital of France?",
        output: "Paris",
        expectedOutput: '"Paris"',
        metadata: expect.objectContaining({ "scope.name": "svc-sdk" }),
        experimentItemMetadata: { "a.b": 1 },
        experimentMetadata: { model: "m-1" },
        experimentDescription: "a try",
        scores: [],
      });
      expect(data[0]).toMatchObject({ experimentItemVersion: null });
    });

    test("has the core and the dataset by default", async () => {
      const { data } = await read("experiment-items", { experimentItemId: "item-1" });
      expect(
        Object.keys(data[0] ?? {})
          .toSorted()
          .join(" "),
      ).toBe(
        "endTime environment experimentDatasetId experimentId experimentItemId experimentItemVersion experimentName id " +
          "level startTime traceId",
      );
    });

    test.each<[Record<string, string>, string[]]>([
      [{ experimentId: "e-2" }, ["item-4"]],
      [{ experimentName: "name of e-2,other" }, ["item-4"]],
      [{ datasetId: "d-1", experimentItemId: "item-2,item-4" }, ["item-2"]],
    ])("filters by %j", async (query, ids) => {
      expect((await read("experiment-items", query)).data.map((row) => row["experimentItemId"])).toEqual(ids);
    });

    test("has pages with each item once", async () => {
      const seen: unknown[] = [];
      let cursor: string | undefined = "";
      while (cursor !== undefined) {
        const page: Page = await read("experiment-items", { limit: "1", ...(cursor !== "" && { cursor }) });
        seen.push(...page.data.map((row) => row["experimentItemId"]));
        cursor = page.meta.cursor;
      }
      expect(seen).toEqual(["item-4", "item-3", "item-2", "item-1"]);
    });
  });

  describe("the work of evaluators", () => {
    const EARLIER = { fromStartTime: new Date(START - 2 * 86_400_000).toISOString(), toStartTime: SINCE };

    test("belongs to the experiment and to none of its items", async () => {
      const { data } = await read("experiments", EARLIER);
      expect(data).toMatchObject([{ id: JUDGED, itemCount: 3 }]);
      const items = await read("experiment-items", { ...EARLIER, fields: "io" });
      expect(items.data).toHaveLength(3);
      for (const item of items.data) {
        expect(item).toMatchObject({ output: "the answer" });
        expect(Date.parse(String(item["endTime"])) - Date.parse(String(item["startTime"]))).toBe(100);
      }
    });

    test("has a cost of its own in the totals, and scores count by item", async () => {
      const scores: Array<[trace: number, name: string, value: number | string]> = [
        [100, "exact", 1],
        [100, "exact", 0],
        [101, "exact", 1],
        [102, "exact", 1],
        [101, "tone", "kind"],
      ];
      for (const [n, name, value] of scores) {
        const response = await fetch(`${server.url}/api/public/scores`, {
          method: "POST",
          headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
          body: JSON.stringify({ traceId: id(n, 32), name, value }),
        });
        expect(response.status).toBe(200);
      }
      const query = new URLSearchParams({ ids: JSON.stringify([JUDGED]) }).toString();
      const response = await get(server, `/api/local/experiments/totals?${query}`);
      const { data } = (await response.json()) as { data: Array<{ scores: Array<{ mean: number | null }> }> };
      expect(data).toMatchObject([
        {
          items: 2,
          failed: 0,
          medianLatency: 100,
          highLatency: 100,
          cost: 1.5,
          tokens: 150,
          judgingCost: 2.75,
          judgingTokens: 275,
          scores: [
            { name: "exact", dataType: "NUMERIC", count: 2 },
            { name: "tone", dataType: "CATEGORICAL", mean: null, count: 1 },
          ],
        },
      ]);
      expect(data[0]!.scores[0]!.mean).toBeCloseTo((2 / 3 + 1) / 2);
    });

    test.each<[isJudging: boolean, costs: Record<string, number>]>([
      [false, { [id(100, 32)]: 0.5, [id(101, 32)]: 0.5, [id(102, 32)]: 0.5 }],
      [true, { [id(100, 32)]: 0.25, [id(101, 32)]: 0.25, [id(102, 32)]: 0.25, [id(110, 32)]: 2 }],
    ])("can be told from the rest in metrics: isExperimentJudging is %s", async (value, costs) => {
      const query = {
        view: "observations",
        dimensions: [{ field: "traceId" }],
        metrics: [{ measure: "totalCost", aggregation: "sum" }],
        filters: [{ type: "boolean", column: "isExperimentJudging", operator: "=", value }],
        fromTimestamp: EARLIER.fromStartTime,
        toTimestamp: EARLIER.toStartTime,
        orderBy: [{ field: "sum_totalCost", direction: "desc" }],
        config: { row_limit: 10 },
      };
      const parameter = new URLSearchParams({ query: JSON.stringify(query) }).toString();
      const response = await get(server, `/api/public/v2/metrics?${parameter}`);
      const { data } = (await response.json()) as { data: Array<{ traceId: string; sum_totalCost: number }> };
      expect(Object.fromEntries(data.map((row) => [row.traceId, row.sum_totalCost]))).toEqual(costs);
    });
  });

  test.each<[path: string, query: string]>([
    ["experiments", ""],
    ["experiments", "fromStartTime=soon"],
    ["experiments", `fromStartTime=${SINCE}&fields=core,nope`],
    ["experiments", `fromStartTime=${SINCE}&limit=101`],
    ["experiments", `fromStartTime=${SINCE}&scoreLimit=51`],
    ["experiments", `fromStartTime=${SINCE}&cursor=e30`],
    ["experiments", `fromStartTime=${SINCE}&filter=[{"type":"string","column":"level","operator":"=","value":""}]`],
    ["experiment-items", `fromStartTime=${SINCE}&fields=basic`],
  ])("%s?%s is refused with 400", async (path, query) => {
    expect((await get(server, `/api/public/${path}?${query}`)).status).toBe(400);
  });

  test("deletes the traces of its items with an experiment", async () => {
    const { data } = await read("experiment-items", { experimentId: "e-1" });
    const response = await fetch(`${server.url}/api/public/traces`, {
      method: "DELETE",
      headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
      body: JSON.stringify({ traceIds: data.map((row) => row["traceId"]) }),
    });
    expect([response.status, await response.json()]).toEqual([200, { message: "Traces deleted successfully" }]);
    expect((await read("experiments")).data.map((experiment) => experiment["id"])).toEqual(["e-2"]);
    const left = (await observations(server, { fromStartTime: SINCE })).data.map(({ traceId }) => traceId);
    expect(left).toEqual([id(4, 32), id(4, 32), id(9, 32)]);
  });
});
