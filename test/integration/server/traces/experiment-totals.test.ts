import * as attributes from "@svc/core/internal/span-attributes";
import { expect, it } from "vitest";
import { callsOf } from "../../../support/server/api-calls.ts";
import { get, send } from "../../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const call = callsOf(() => server);

const server = serverOfAllTests();

const totals = async (ids: string): Promise<Response> =>
  get(server, `/api/local/experiments/totals?${new URLSearchParams({ ids }).toString()}`);

/** Sends an item of an experiment with a model call of this cost. */
async function sendItem(
  experiment: string,
  n: number,
  latency: number,
  more: { cost?: number; failed?: boolean } = {},
) {
  const traceId = `${experiment.length}${n}`.padStart(32, "0");
  const [root, child] = ["1".padStart(16, "0"), "2".padStart(16, "0")];
  const start = Date.now() - 60_000;
  const common = {
    [attributes.EXPERIMENT_ID]: experiment,
    [attributes.EXPERIMENT_ITEM_ID]: `item ${n}`,
    [attributes.EXPERIMENT_ITEM_ROOT_OBSERVATION_ID]: root,
  };
  const call = {
    [attributes.OBSERVATION_COST_DETAILS]: JSON.stringify({ total: more.cost ?? 0 }),
    [attributes.OBSERVATION_USAGE_DETAILS]: JSON.stringify({ total: 10 }),
    [attributes.OBSERVATION_TYPE]: "generation",
  };
  await send(server, {
    spans: [
      {
        traceId,
        spanId: root,
        start,
        end: start + latency,
        attributes: common,
        ...(more.failed && { status: { code: 2 } }),
      },
      { traceId, spanId: child, parentSpanId: root, start, end: start + 1, attributes: { ...common, ...call } },
    ],
  });
  return traceId;
}

it("sums up the items of each experiment: scores, latency, cost and failures", async () => {
  const first = await sendItem("a, b", 1, 100, { cost: 0.25 });
  const second = await sendItem("a, b", 2, 300, { cost: 0.5, failed: true });
  const other = await sendItem("other", 3, 50);
  for (const [traceId, value] of [
    [first, 1],
    [second, 0],
    [other, 1],
  ] as const) {
    await call("POST", "/scores", { traceId, name: "exact", value });
  }
  await call("POST", "/scores", { traceId: first, observationId: "1".padStart(16, "0"), name: "tone", value: "kind" });
  await call("POST", "/scores", { traceId: first, observationId: "2".padStart(16, "0"), name: "inner", value: 7 });
  const response = await totals('["a, b","none"]');
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    data: [
      {
        experimentId: "a, b",
        items: 2,
        failed: 1,
        medianLatency: 200,
        highLatency: 290,
        cost: 0.75,
        tokens: 20,
        judgingCost: 0,
        judgingTokens: 0,
        scores: [
          { experimentId: "a, b", name: "exact", dataType: "NUMERIC", mean: 0.5, count: 2 },
          { experimentId: "a, b", name: "tone", dataType: "CATEGORICAL", mean: null, count: 1 },
        ],
      },
    ],
  });
});

it.each(["", "{}", "[1]", "a,b"])("refuses %j as ids", async (ids) => {
  const response = await totals(ids);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("ids");
});

it("answers no experiment for no id", async () => {
  const response = await get(server, "/api/local/experiments/totals");
  expect(await response.json()).toEqual({ data: [] });
});
