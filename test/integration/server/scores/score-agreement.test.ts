import { beforeAll, expect, it } from "vitest";
import type { ScoreAgreement } from "../../../../src/server/query/score-agreement.ts";
import { callsOf } from "../../../support/server/api-calls.ts";
import { get } from "../../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const call = callsOf(() => server);
const traceId = (n: number): string => n.toString(16).padStart(32, "0");

const server = serverOfAllTests();
beforeAll(async () => {
  const give = async (
    name: string,
    value: unknown,
    trace: number,
    dataType = "NUMERIC",
    timestamp?: string,
  ): Promise<void> => {
    await call("POST", "/scores", { name, value, dataType, traceId: traceId(trace), ...(timestamp && { timestamp }) });
  };
  await give("a", 0, 1);
  await give("b", 1, 1);
  await give("a", 1, 2);
  await give("b", 3, 2);
  await give("a", 5, 3);
  await give("ok", 1, 1, "BOOLEAN");
  await give("ok", 0, 2, "BOOLEAN");
  await give("label", "true", 1, "CATEGORICAL");
  await give("label", "true", 2, "CATEGORICAL", "2026-01-01T00:00:00.000Z");
  await give("label", "false", 2, "CATEGORICAL", "2026-01-02T00:00:00.000Z");
});

const agreement = async (query: Record<string, string>): Promise<Response> =>
  get(server, `/api/local/scores/agreement?${new URLSearchParams(query).toString()}`);
const kinds = (one: string, type: string, other: string, otherType: string): Record<string, string> => ({
  name: one,
  source: "API",
  dataType: type,
  otherName: other,
  otherSource: "API",
  otherDataType: otherType,
});

it("compares numbers about the same objects", async () => {
  const response = await agreement(kinds("a", "NUMERIC", "b", "NUMERIC"));
  const { objects, numbers } = (await response.json()) as ScoreAgreement;
  expect({ objects, ...numbers, grid: numbers?.grid.flat().filter((count) => count > 0) }).toEqual({
    objects: 2,
    correlation: expect.closeTo(1) as number,
    meanDistance: 1.5,
    oneRange: [0, 1],
    otherRange: [1, 3],
    grid: [1, 1],
  });
});

it("compares true and false with categories, the latest of each object", async () => {
  const response = await agreement(kinds("ok", "BOOLEAN", "label", "CATEGORICAL"));
  expect(await response.json()).toEqual({
    objects: 2,
    labels: {
      labels: ["false", "true"],
      counts: [
        [1, 0],
        [0, 1],
      ],
      agreed: 1,
      kappa: 1,
    },
  });
});

it("lists the kinds of scores, the most frequent first", async () => {
  const { data } = (await (await get(server, "/api/local/scores/kinds")).json()) as { data: unknown[] };
  expect(data.slice(0, 2)).toEqual([
    { name: "a", source: "API", dataType: "NUMERIC", count: 3 },
    { name: "label", source: "API", dataType: "CATEGORICAL", count: 3 },
  ]);
});

it.each([
  [kinds("a", "NUMERIC", "ok", "BOOLEAN"), "otherDataType"],
  [kinds("a", "TEXT", "b", "NUMERIC"), "dataType"],
  [kinds("", "NUMERIC", "b", "NUMERIC"), "name"],
])("refuses %j", async (query, field) => {
  const response = await agreement(query);
  expect(response.status).toBe(400);
  expect(await response.text()).toContain(field);
});

it("says so when nothing has both", async () => {
  const response = await agreement(kinds("a", "NUMERIC", "none", "NUMERIC"));
  expect(await response.json()).toEqual({ objects: 0 });
});
