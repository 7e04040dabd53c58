import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { type RunningServer, startServer } from "@svc/server";
import { beforeAll, describe, expect, test } from "vitest";
import { type TestSpan, get, observations, send } from "../../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const START = Date.parse("2026-11-01T10:00:00.000Z");
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const OTHER_TRACE = "1".repeat(32);
const [A, B, C, D] = ["a", "b", "c", "d"].map((letter) => letter.repeat(16)) as [string, string, string, string];

const SPANS: TestSpan[] = [
  { traceId: TRACE, spanId: A, name: "root", start: START, attributes: { "user.id": "u", "session.id": "s" } },
  {
    traceId: TRACE,
    spanId: B,
    parentSpanId: A,
    name: "call",
    start: START + 1_000,
    attributes: { [svc.OBSERVATION_TYPE]: "generation", [svc.ENVIRONMENT]: "test", [svc.OBSERVATION_INPUT]: "in" },
  },
  {
    traceId: TRACE,
    spanId: C,
    parentSpanId: A,
    name: "call",
    start: START + 2_000,
    status: { code: 2 },
    attributes: { [svc.VERSION]: "2", [svc.ENVIRONMENT]: "stage" },
  },
  {
    traceId: OTHER_TRACE,
    spanId: D,
    parentSpanId: "e".repeat(16),
    name: "inner root",
    start: START + 3_000,
    attributes: { [svc.IS_APP_ROOT]: true },
  },
];

const server = serverOfAllTests();
beforeAll(async () => {
  await send(server, { spans: SPANS });
});

const idsOf = async (query: string): Promise<unknown[]> => {
  const response = await get(server, `/api/public/v2/observations?${query}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: Array<{ id: unknown }> }).data.map(({ id }) => id);
};

describe("query parameters", () => {
  test.each([
    ["", [D, C, B, A]],
    [`traceId=${TRACE}`, [C, B, A]],
    ["traceId=none", []],
    ["name=call", [C, B]],
    ["userId=u", [A]],
    ["sessionId=s", [A]],
    ["type=GENERATION", [B]],
    ["level=ERROR", [C]],
    ["version=2", [C]],
    [`parentObservationId=${A}`, [C, B]],
    ["parentObservationId=", [A]],
    ["isRootObservation=true", [D, A]],
    ["isRootObservation=false", [C, B]],
    ["environment=test", [B]],
    ["environment=test&environment=stage", [C, B]],
    ["fromStartTime=2026-11-01T10:00:02.000Z", [D, C]],
    ["fromStartTime=2026-11-01T12:00:02%2B02:00", [D, C]],
    ["toStartTime=2026-11-01T10:00:02Z", [B, A]],
    ["fromStartTime=2026-11-01T10:00:01Z&toStartTime=2026-11-01T10:00:02Z&name=call", [B]],
    ["limit=2", [D, C]],
    ["limit=0", []],
    ["limit=", [D, C, B, A]],
    ["name=call&unknown=1&parseIoAsJson=false", [C, B]],
    ["name=' OR 1=1 --", []],
  ])("%s", async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids);
  });

  test.each([
    ["limit=1001", "limit"],
    ["limit=-1", "limit"],
    ["limit=many", "limit"],
    ["limit=1.5", "limit"],
    ["level=LOUD", "level"],
    ["isRootObservation=yes", "isRootObservation"],
    ["fromStartTime=yesterday", "fromStartTime"],
    ["toStartTime=2026-13-01T00:00:00Z", "toStartTime"],
    ["cursor=nonsense", "cursor"],
    [`cursor=${btoa('{"lastId":1}')}`, "cursor"],
    ["parseIoAsJson=true", "parseIoAsJson"],
  ])("rejects %s", async (query, name) => {
    const response = await get(server, `/api/public/v2/observations?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      message: "Invalid request data",
      error: [{ code: expect.any(String), message: expect.stringContaining(name), path: [name] }],
    });
  });

  test("names every invalid parameter", async () => {
    const response = await get(server, "/api/public/v2/observations?limit=x&level=x&fromStartTime=x");
    const { error } = (await response.json()) as { error: unknown[] };
    expect(error).toHaveLength(3);
  });
});

describe("field groups", () => {
  const core =
    "endTime id inputPrice modelId outputPrice parentObservationId projectId startTime totalPrice traceId type";
  const basic = "bookmarked environment isRootObservation level name public sessionId statusMessage userId version";
  test.each([
    [undefined, `${core} ${basic}`],
    ["", `${core} ${basic}`],
    ["core", core],
    ["basic", `${core} ${basic}`],
    ["time", `${core} completionStartTime createdAt updatedAt`],
    ["io", `${core} input output`],
    ["metadata", `${core} metadata`],
    ["model", `${core} internalModelId modelParameters providedModelName`],
    ["usage", `${core} costDetails totalCost usageDetails usagePricingTierName`],
    ["prompt", `${core} promptId promptName promptVersion`],
    ["metrics", `${core} latency timeToFirstToken`],
    ["trace_context", `${core} release tags traceName`],
    ["core, io ,unheard,toString", `${core} input output`],
  ])("%s", async (fields, names) => {
    const { data } = await observations(server, { traceId: TRACE, ...(fields !== undefined && { fields }) });
    expect(data).toHaveLength(3);
    for (const shown of data) expect(Object.keys(shown).toSorted()).toEqual(names.split(" ").toSorted());
  });
});

describe("paging", () => {
  test.each([1, 3, 7, 25, 26])("returns every observation once in pages of %i, newest first", async (limit) => {
    const paged = await startServer({ port: 0, memory: true });
    try {
      // Few times and traces for many spans: the order within one millisecond must hold from page to page.
      const spans = Array.from({ length: 25 }, (_, i) => ({
        traceId: String(1 + (i % 3)).repeat(32),
        spanId: (i + 1).toString(16).padStart(16, "0"),
        start: START + (i % 2),
      }));
      await send(paged, { spans });
      const pages = await allPages(paged, limit);
      const ids = pages.flat().map(({ id }) => id);
      expect(new Set(ids)).toEqual(new Set(spans.map(({ spanId }) => spanId)));
      expect(ids).toHaveLength(spans.length);
      expect(pages).toHaveLength(Math.ceil(spans.length / limit));
      const times = pages.flat().map(({ startTime }) => String(startTime));
      expect(times).toEqual(times.toSorted().toReversed());
    } finally {
      await paged.close();
    }
  });

  test("keeps its position when observations arrive between pages", async () => {
    const first = await observations(server, { traceId: TRACE, limit: "1" });
    await send(server, { spans: [{ traceId: TRACE, spanId: "f".repeat(16), name: "late", start: START + 9_000 }] });
    const second = await observations(server, { traceId: TRACE, limit: "1", cursor: first.meta.cursor ?? "" });
    expect([first.data[0]?.["id"], second.data[0]?.["id"]]).toEqual([C, B]);
  });
});

async function allPages(from: RunningServer, limit: number): Promise<Array<Array<Record<string, unknown>>>> {
  const pages: Array<Array<Record<string, unknown>>> = [];
  let cursor: string | undefined;
  do {
    const page = await observations(from, { limit: String(limit), ...(cursor && { cursor }) });
    pages.push(page.data);
    cursor = page.meta.cursor;
  } while (cursor !== undefined);
  return pages;
}

describe("the start times, which this service alone answers", () => {
  const startTimes = async (filter?: object[]): Promise<unknown> => {
    const query = filter === undefined ? "" : `?filter=${encodeURIComponent(JSON.stringify(filter))}`;
    return (await get(server, `/api/local/observations/start-times${query}`)).json();
  };

  test("are those of the first and the last observation that the filter finds", async () => {
    expect(await startTimes()).toMatchObject({ first: "2026-11-01T10:00:00.000Z" });
    const calls = [{ type: "string", column: "name", operator: "=", value: "call" }];
    expect(await startTimes(calls)).toEqual({ first: "2026-11-01T10:00:01.000Z", last: "2026-11-01T10:00:02.000Z" });
  });

  test("are null when it finds none, and a bad filter is refused", async () => {
    const none = [{ type: "string", column: "name", operator: "=", value: "none" }];
    expect(await startTimes(none)).toEqual({ first: null, last: null });
    expect((await get(server, "/api/local/observations/start-times?filter=%7B")).status).toBe(400);
  });
});
