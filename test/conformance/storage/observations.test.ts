// Observations and scores: every engine gives the same answers, in the same order, page by page, and the same errors.
import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { describe, expect, test } from "vitest";
import { type Call, callsOf } from "../../support/server/api-calls.ts";
import {
  type TestSpan,
  get,
  observation,
  observations,
  post,
  postJson,
  send,
} from "../../support/server/otlp-calls.ts";
import { describeOnEngines } from "../../support/storage/describe-on-engines.ts";
import { OBSERVATION_ENGINES } from "../../support/storage/storage-engines.ts";

/** Ten o'clock of the day before. Older data would be deleted at the start of a service. */
const START = new Date(Date.now() - 86_400_000).setUTCHours(10, 0, 0, 0);
const at = (seconds: number): string => new Date(START + seconds * 1_000).toISOString();
const [ONE, TWO] = ["1".repeat(32), "2".repeat(32)];
const id = (number: number): string => number.toString(16).padStart(16, "0");

/** Seven spans in two traces. The third and the fourth start at the same time. */
const SPANS: TestSpan[] = [
  { spanId: id(1), name: "root", attributes: { "user.id": "ann", "session.id": "s1", [svc.TRACE_TAGS]: ["beta"] } },
  { spanId: id(2), parentSpanId: id(1), name: "call", attributes: generation("gpt-4o", "question") },
  { spanId: id(3), parentSpanId: id(1), name: "call", attributes: generation("other", "Grüße, 世界 'quoted' \"too\"") },
  { spanId: id(4), parentSpanId: id(1), name: "tool", status: { code: 2, message: "broken" } },
  { spanId: id(5), name: "root", attributes: { "user.id": "ben", [`${svc.OBSERVATION_METADATA}.plan`]: "gold" } },
  { spanId: id(6), parentSpanId: id(5), name: "tool", attributes: { [svc.ENVIRONMENT]: "stage" } },
  { spanId: id(7), parentSpanId: id(5), name: "last", attributes: { [`${svc.OBSERVATION_METADATA}.plan`]: "silver" } },
].map((span, index) => {
  const start = START + (index === 3 ? 2 : index) * 1_000;
  // The fourth takes longer than the others.
  return Object.assign(span, { traceId: index < 4 ? ONE : TWO, start, end: START + index * 1_000 + 2_500 });
});

function generation(model: string, input: string): NonNullable<TestSpan["attributes"]> {
  return { [svc.OBSERVATION_TYPE]: "generation", [svc.OBSERVATION_MODEL]: model, [svc.OBSERVATION_INPUT]: input };
}

describeOnEngines(OBSERVATION_ENGINES, "observations and scores", (service) => {
  const server = (): Parameters<typeof send>[0] => service().server;
  const call: Call = callsOf(server);
  const idsOf = async (query: Record<string, string>): Promise<unknown[]> =>
    (await observations(server(), query)).data.map((row) => row["id"]);
  const score = async (fields: Record<string, unknown>): Promise<unknown> =>
    (await call("POST", "/scores", { name: "quality", value: 1, traceId: ONE, ...fields })).body;

  test("a span is read as it was sent, with its values unchanged", async () => {
    await send(server(), { spans: SPANS });
    const { data } = await observations(server(), { traceId: ONE, fields: "core,basic,time,io,model", name: "call" });
    expect(data.map((row) => [row["id"], row["input"], row["providedModelName"], row["type"]])).toEqual([
      [id(3), "Grüße, 世界 'quoted' \"too\"", "other", "GENERATION"],
      [id(2), "question", "gpt-4o", "GENERATION"],
    ]);
    expect(data.at(-1)).toMatchObject({ startTime: at(1), endTime: at(3.5) });
  });

  test("a batch that is sent again, whole or in part, is stored once", async () => {
    await send(server(), { spans: SPANS });
    await Promise.all([send(server(), { spans: SPANS.slice(2) }), send(server(), { spans: SPANS.slice(0, 5) })]);
    expect(inOrder(await idsOf({}))).toEqual(SPANS.map(({ spanId }) => spanId));
  });

  test.each<[string, Record<string, string>, number[]]>([
    ["everything, newest first", {}, [7, 6, 5, 4, 3, 2, 1]],
    ["a trace", { traceId: TWO }, [7, 6, 5]],
    ["an unknown trace", { traceId: "f".repeat(32) }, []],
    ["a name", { name: "tool" }, [6, 4]],
    ["a user", { userId: "ben" }, [5]],
    ["an environment", { environment: "stage" }, [6]],
    ["a type", { type: "GENERATION" }, [3, 2]],
    ["a level", { level: "ERROR" }, [4]],
    ["a parent", { parentObservationId: id(5) }, [7, 6]],
    ["a time, from which is included", { fromStartTime: at(5) }, [7, 6]],
    ["a time, to which is not", { toStartTime: at(1) }, [1]],
    ["a filter", { filter: filterOf("name", "string", "=", "tool") }, [6, 4]],
    ["a filter of texts", { filter: filterOf("name", "string", "contains", "oo") }, [6, 5, 4, 1]],
    ["a filter of numbers", { filter: filterOf("latency", "number", "<", 2.6) }, [1, 2, 3, 5, 6, 7].toReversed()],
    ["a filter of metadata", { filter: filterOf("metadata", "stringObject", "=", "gold", "plan") }, [5]],
    ["a filter that nothing meets", { filter: filterOf("name", "string", "=", "'; DROP TABLE observations") }, []],
  ])("reads %s", async (_what, query, numbers) => {
    // Of two observations that start together, every engine may choose the first, but always the same.
    const found = await idsOf(query);
    expect(inOrder(found)).toEqual(inOrder(numbers.map(id)));
    expect(await idsOf(query)).toEqual(found);
    const times = (await observations(server(), { ...query, fields: "core" })).data.map((row) => row["startTime"]);
    expect(times).toEqual(inOrder(times).toReversed());
  });

  test.each([1, 2, 3, 7, 100])("walks all pages of %i, each observation once and in the same order", async (limit) => {
    const whole = await idsOf({});
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await observations(server(), { limit: String(limit), ...(cursor !== undefined && { cursor }) });
      expect(page.data.length).toBeLessThanOrEqual(limit);
      seen.push(...page.data.map((row) => row["id"]));
      ({ cursor } = page.meta);
    } while (cursor !== undefined);
    expect(seen).toEqual(whole);
  });

  test.each<[string, string]>([
    ["a cursor of nobody", "cursor=bm9uc2Vuc2U"],
    ["a filter that is no JSON", "filter=%5B"],
    ["a column that does not exist", `filter=${encodeURIComponent(filterOf("nothing", "string", "=", "x"))}`],
    ["an operator of another type", `filter=${encodeURIComponent(filterOf("name", "string", ">", "x"))}`],
    ["a limit that is no number", "limit=many"],
    ["a time that is none", "fromStartTime=yesterday"],
  ])("refuses %s with 400", async (_what, query) => {
    const response = await get(server(), `/api/public/v2/observations?${query}`);
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("message")]);
  });

  test("an export that cannot be read stores nothing", async () => {
    const before = await idsOf({});
    const response = await post(server(), Buffer.from([0x0a, 0xff, 0xff]));
    expect(response.status).toBe(400);
    expect(await idsOf({})).toEqual(before);
  });

  test("traces are read as what they were asked and answered, in a line each", async () => {
    const [A, B, C, D] = ["a", "b", "c", "d"].map((digit) => digit.repeat(32));
    const long = "é".repeat(40_000);
    const messages = (...texts: string[]): string =>
      JSON.stringify({ messages: texts.map((content) => ({ role: "user", content })) });
    const span = (traceId: string, n: number, input?: string, output?: string, more: TestSpan = {}): TestSpan => ({
      traceId,
      spanId: id(n),
      start: START + n * 1_000,
      end: START + n * 1_000 + 500,
      ...more,
      attributes: {
        ...more.attributes,
        ...(input !== undefined && { [svc.OBSERVATION_INPUT]: input }),
        ...(output !== undefined && { [svc.OBSERVATION_OUTPUT]: output }),
      },
    });
    const model: TestSpan = { parentSpanId: id(99), attributes: { [svc.OBSERVATION_TYPE]: "generation" } };
    const spans = [
      // Two roots: the first input, and the last output.
      span(A!, 1, messages("Where?", "And?"), "One."),
      span(A!, 2, "Second", "Two."),
      span(A!, 3, "Not this", "Nor this", model),
      // No root has a content: that of the model calls, before that of a tool.
      span(B!, 4),
      span(B!, 5, "Tool", "Result", { parentSpanId: id(4) }),
      span(B!, 6, "First call", "First answer", model),
      span(B!, 7, "Second call", "Second answer", model),
      // Contents longer than what is read of them.
      span(C!, 8, messages("Begin", long), messages(long, "End")),
      span(D!, 9),
    ];
    await send(server(), { spans });
    const ids = JSON.stringify([D, C, B, A, "e".repeat(32)]);
    const response = await get(server(), `/api/local/traces/excerpts?${new URLSearchParams({ ids }).toString()}`);
    const { data } = (await response.json()) as { data: Array<Record<string, string>> };
    expect(Object.fromEntries(data.map(({ traceId, input, output }) => [traceId, [input, output]]))).toEqual({
      [A!]: ["Where?", "Two."],
      [B!]: ["First call", "Second answer"],
      [C!]: ["Begin", "End"],
    });
    for (const bad of ["x", "[1]", JSON.stringify(Array.from({ length: 101 }, () => A))]) {
      expect(
        (await get(server(), `/api/local/traces/excerpts?${new URLSearchParams({ ids: bad }).toString()}`)).status,
      ).toBe(400);
    }
    expect((await call("DELETE", "/traces", { traceIds: [A, B, C, D] })).status).toBe(200);
  });

  test("metrics count what the list shows", async () => {
    const query = {
      view: "observations",
      metrics: [{ measure: "count", aggregation: "count" }],
      dimensions: [{ field: "name" }],
      fromTimestamp: at(-36_000),
      toTimestamp: at(50_400),
    };
    const { body } = await call("GET", `/v2/metrics?query=${encodeURIComponent(JSON.stringify(query))}`);
    const counts = Object.fromEntries(body.data.map((row) => [row["name"], Number(row["count_count"])]));
    expect(counts).toEqual({ root: 2, call: 2, tool: 2, last: 1 });
  });

  test("a score with a stored id replaces it, however often and from wherever it is sent", async () => {
    await Promise.all(Array.from({ length: 8 }, async () => score({ id: "again", value: 0.5 })));
    await score({ id: "again", value: 0.75, comment: "better" });
    const { body } = await call("GET", "/v3/scores?fields=details");
    expect(body.data).toMatchObject([{ id: "again", value: 0.75, comment: "better" }]);
  });

  test("scores are listed the latest first and page by page", async () => {
    const timestamps = ["03", "01", "05", "02", "04"];
    for (const day of timestamps) await score({ id: `s${day}`, timestamp: at(Number(day)), traceId: TWO });
    const all = await call("GET", `/v3/scores?traceId=${TWO}`);
    expect(all.body.data.map((row) => row.id)).toEqual(["s05", "s04", "s03", "s02", "s01"]);
    const first = await call("GET", `/v3/scores?traceId=${TWO}&limit=2`);
    const next = await call("GET", `/v3/scores?traceId=${TWO}&limit=2&cursor=${first.body.meta.cursor}`);
    expect([...first.body.data, ...next.body.data].map((row) => row.id)).toEqual(["s05", "s04", "s03", "s02"]);
  });

  test("of a list, the valid scores are stored together and the others named", async () => {
    const list = [
      { id: "l1", name: "list", value: 1, traceId: ONE },
      { id: "l2", name: "list", traceId: ONE },
    ];
    const { status, body } = await call("POST", "/scores", list);
    expect([status, body["accepted"], body["rejected"]]).toEqual([207, 1, 1]);
    const stored = await call("GET", "/v3/scores?name=list");
    expect(stored.body.data.map((row) => row.id)).toEqual(["l1"]);
  });

  test("a removed score is gone, and removing it again is no error", async () => {
    expect((await call("DELETE", "/scores/l1")).status).toBe(202);
    expect((await call("DELETE", "/scores/l1")).status).toBe(202);
    expect((await call("GET", "/v3/scores?name=list")).body.data).toEqual([]);
  });

  test("a removed trace takes its observations and scores along, and leaves the others", async () => {
    expect((await call("DELETE", `/traces/${ONE}`)).status).toBe(200);
    expect(await idsOf({})).toEqual([7, 6, 5].map(id));
    expect((await call("GET", `/v3/scores?traceId=${ONE}`)).body.data).toEqual([]);
    expect((await call("GET", `/v3/scores?traceId=${TWO}`)).body.data).toHaveLength(5);
  });

  test("a span that arrives again changed replaces what is stored", async () => {
    const span = { traceId: "3".repeat(32), spanId: id(9), name: "before" };
    await send(server(), { spans: [span] });
    await send(server(), { spans: [{ ...span, name: "after" }] });
    expect(await observation(server(), span.traceId)).toMatchObject({ id: id(9), name: "after" });
  });

  describe("a state of a span that is earlier than the stored one", () => {
    /** States of one span: as it began, with an end too early, ended, and ended later. */
    type State = "open" | "early" | "ended" | "later";
    const ENDS: Readonly<Record<State, number | undefined>> = {
      open: undefined,
      early: 500,
      ended: 1_000,
      later: 2_000,
    };
    let traces = 0;
    const newTrace = (): string => `a${String(++traces)}`.padEnd(32, "e");
    const stateOf = (traceId: string, state: State, ends = ENDS): Record<string, unknown> => {
      const end = ends[state];
      const texts = {
        ...(state !== "open" && { [svc.OBSERVATION_OUTPUT]: `output ${state}` }),
        [`${svc.OBSERVATION_METADATA}.state`]: JSON.stringify(state),
      };
      return {
        traceId,
        spanId: id(1),
        startTimeUnixNano: `${START}000000`,
        ...(end !== undefined && { endTimeUnixNano: `${START + end}000000` }),
        attributes: Object.entries(texts).map(([key, stringValue]) => ({ key, value: { stringValue } })),
      };
    };
    const sendAll = async (spans: readonly unknown[]): Promise<void> => {
      const response = await postJson(server(), { resourceSpans: [{ scopeSpans: [{ spans }] }] });
      expect([response.status, await response.text()]).toEqual([200, "{}"]);
    };
    const storedOf = async (traceId: string): Promise<unknown[]> => {
      const { output, metadata, endTime } = await observation(server(), traceId);
      const query = {
        view: "observations",
        metrics: ["count", "latency"].map((measure) => ({ measure, aggregation: "sum" })),
        filters: [{ type: "string", column: "traceId", operator: "=", value: traceId }],
        fromTimestamp: at(-36_000),
        toTimestamp: at(50_400),
      };
      const { body } = await call("GET", `/v2/metrics?query=${encodeURIComponent(JSON.stringify(query))}`);
      const { sum_count: count, sum_latency: latency } = body.data[0]!;
      return [output, (metadata as { state: unknown }).state, endTime, Number(count), Number(latency)];
    };

    test.each<[State[], State]>([
      [["ended", "open"], "ended"],
      [["open", "ended"], "ended"],
      [["ended", "open", "open"], "ended"],
      [["later", "ended"], "later"],
      [["ended", "later", "early", "open"], "later"],
      [["early", "ended", "ended"], "ended"],
    ])("never replaces it: %j leaves %s, in one export, in several, and in several at once", async (states, left) => {
      const [together, apart, atOnce] = [newTrace(), newTrace(), newTrace()];
      await sendAll(states.map((state) => stateOf(together, state)));
      for (const state of states) await sendAll([stateOf(apart, state)]);
      await Promise.all(states.map(async (state) => sendAll([stateOf(atOnce, state)])));
      const end = ENDS[left] ?? 0;
      const expected = [`output ${left}`, left, at(end / 1_000), 1, end];
      for (const traceId of [together, apart, atOnce]) expect(await storedOf(traceId)).toEqual(expected);
    });

    test("never replaces it, also when the span ended in the millisecond of its start", async () => {
      const traceId = newTrace();
      const ends = { ...ENDS, ended: 0 };
      for (const state of ["ended", "open"] as const) await sendAll([stateOf(traceId, state, ends)]);
      expect(await storedOf(traceId)).toEqual(["output ended", "ended", at(0), 1, 0]);
    });

    test("without an end is replaced by another without an end", async () => {
      const traceId = newTrace();
      for (const name of ["first", "second"]) await sendAll([{ ...stateOf(traceId, "open"), name }]);
      expect(await observation(server(), traceId)).toMatchObject({ name: "second", endTime: at(0) });
    });
  });

  test("what was answered is there after a restart", async ({ skip }) => {
    skip(service().dataDirectory === undefined, "the data are in memory");
    const before = [await idsOf({}), (await call("GET", "/v3/scores")).body.data];
    await service().restart();
    expect([await idsOf({}), (await call("GET", "/v3/scores")).body.data]).toEqual(before);
  });
});

function inOrder(values: readonly unknown[]): string[] {
  return values.map(String).toSorted((one, other) => one.localeCompare(other));
}

function filterOf(column: string, type: string, operator: string, value: unknown, key?: string): string {
  return JSON.stringify([{ column, type, operator, value, ...(key !== undefined && { key }) }]);
}
