import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { beforeAll, describe, expect, it } from "vitest";
import type { GroupPage, TraceGroup } from "../../../../src/server/query/session-query.ts";
import { callsOf } from "../../../support/server/api-calls.ts";
import { type TestSpan, get, send } from "../../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const call = callsOf(() => server);

const START = Date.parse("2026-11-01T10:00:00.000Z");
const traceId = (n: number): string => n.toString(16).padStart(32, "0");
const spanId = (n: number): string => n.toString(16).padStart(16, "0");

function named(trace: number, at: number, sessionId: string, userId: string): TestSpan {
  return {
    traceId: traceId(trace),
    spanId: spanId(1),
    start: START + at,
    end: START + at + 100,
    attributes: { [svc.TRACE_SESSION_ID]: sessionId, [svc.TRACE_USER_ID]: userId },
  };
}

/** Failed call below the observation that names the session. It names none itself. */
function failed(trace: number, at: number, tokens: number): TestSpan {
  return {
    traceId: traceId(trace),
    spanId: spanId(2),
    parentSpanId: spanId(1),
    start: START + at,
    end: START + at + 50,
    status: { code: 2 },
    attributes: {
      [svc.OBSERVATION_TYPE]: "generation",
      [svc.OBSERVATION_USAGE_DETAILS]: JSON.stringify({ input: tokens, output: 0 }),
      [svc.OBSERVATION_COST_DETAILS]: '{"input":0.25}',
    },
  };
}

const server = serverOfAllTests();
beforeAll(async () => {
  await send(server, {
    spans: [
      named(1, 0, "first", "alice"),
      failed(1, 10, 1_000),
      named(2, 5_000, "first", "bob"),
      named(3, 2_000, "second", "alice"),
      failed(3, 2_010, 7_000),
      { traceId: traceId(4), name: "of nobody" },
    ],
  });
  await call("POST", "/scores", { name: "helpful", value: 1, traceId: traceId(1) });
  await call("POST", "/scores", { name: "helpful", value: 0, traceId: traceId(1), observationId: spanId(2) });
  await call("POST", "/scores", { name: "solved", value: 1, sessionId: "first" });
});

const list = async (path: string): Promise<GroupPage> => {
  const response = await get(server, `/api/local/${path}`);
  expect(response.status).toBe(200);
  return (await response.json()) as GroupPage;
};
const ids = async (path: string): Promise<string[]> => (await list(path)).data.map(({ id }) => id);

describe("sessions", () => {
  it("have the totals of their whole traces, the latest first", async () => {
    const { data, meta } = await list("sessions");
    expect(data).toEqual([
      {
        id: "first",
        traces: 2,
        observations: 3,
        errors: 1,
        tokens: 1_000,
        cost: 0.25,
        scores: 3,
        others: 2,
        other: "alice",
        firstTime: START,
        lastTime: START + 5_100,
      },
      expect.objectContaining({ id: "second", traces: 1, errors: 1, tokens: 7_000, scores: 0 }) as TraceGroup,
    ]);
    expect(meta).toEqual({ page: 1, limit: 100, totalItems: 2, totalPages: 1 });
  });

  it.each([
    ["order=tokens", ["second", "first"]],
    ["order=traces", ["first", "second"]],
    ["search=SEC", ["second"]],
    ["id=first", ["first"]],
    ["id=fir", []],
    ["userId=bob", ["first"]],
    ["limit=1&page=2", ["second"]],
    ["order=tokens&limit=1&page=2", ["first"]],
  ])("with %s are %j", async (query, expected) => {
    expect(await ids(`sessions?${query}`)).toEqual(expected);
  });

  it.each([
    ["order=newest", "order"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["page=x", "page"],
  ])("refuse %s", async (query, field) => {
    const response = await get(server, `/api/local/sessions?${query}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(field);
  });
});

it("users have the totals of their traces, and the number of their sessions", async () => {
  const { data } = await list("users");
  expect(data.map(({ id, traces, others, tokens, scores }) => [id, traces, others, tokens, scores])).toEqual([
    ["bob", 1, 1, 0, 0],
    ["alice", 2, 2, 8_000, 2],
  ]);
});
