import { startServer } from "@svc/server";
import { describe, expect, test } from "vitest";
import { callsOf } from "../../../support/server/api-calls.ts";
import { observation, send } from "../../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const server = serverOfAllTests();

const call = callsOf(() => server);

const tier = (name: string, fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  name,
  isDefault: false,
  priority: 1,
  prices: { input: 2 },
  conditions: [{ usageDetailPattern: "^input", operator: "gt", value: 100, caseSensitive: false }],
  ...fields,
});
const DEFAULT = tier("default", { isDefault: true, priority: 0, conditions: [], prices: { input: 1, output: 3 } });

describe("a model of the project", () => {
  test("with prices is created, listed before built-in ones, and deleted", async () => {
    const sent = {
      modelName: "mine",
      matchPattern: "(?i)^mine$",
      unit: "TOKENS",
      inputPrice: 0.5,
      outputPrice: 1,
      startDate: "2026-01-01",
    };
    const { status, body } = await call("POST", "/models", {
      ...sent,
      tokenizerId: "openai",
      tokenizerConfig: { a: 1 },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...sent,
      startDate: "2026-01-01T00:00:00.000Z",
      totalPrice: null,
      tokenizerConfig: { a: 1 },
      isSvcManaged: false,
      prices: { input: { price: 0.5 }, output: { price: 1 } },
      pricingTiers: [{ isDefault: true, conditions: [], prices: { input: 0.5, output: 1 } }],
    });
    expect((await call("GET", `/models/${body.id}`)).body).toEqual(body);
    const { body: list } = await call("GET", "/models?limit=2");
    expect(list.data.map(({ isSvcManaged }) => isSvcManaged)).toEqual([false, true]);
    expect((await call("DELETE", `/models/${body.id}`)).body).toEqual({ message: "Model successfully deleted" });
    for (const method of ["GET", "DELETE"]) expect((await call(method, `/models/${body.id}`)).status).toBe(404);
  });

  test("determines the cost from the next span on, by its tiers", async () => {
    await call("POST", "/models", {
      modelName: "tiered",
      matchPattern: "^tiered$",
      pricingTiers: [DEFAULT, tier("many")],
    });
    const cost = async (traceId: string, input: number): Promise<unknown> => {
      const usage = {
        "svc.observation.usage_details": JSON.stringify({ input }),
        "svc.observation.model.name": "tiered",
      };
      await send(server, { spans: [{ traceId, attributes: { "svc.observation.type": "generation", ...usage } }] });
      return (await observation(server, traceId))["totalCost"];
    };
    expect(await cost("0af7651916cd43dd8448eb211c80319a", 10)).toBe(10);
    expect(await cost("0af7651916cd43dd8448eb211c80319b", 1_000)).toBe(2_000);
  });

  test("ignores other fields beside its conditions", async () => {
    const condition = { source: "metadata", key: "k", operator: "in", values: ["v"] };
    const mixed = { ...condition, usageDetailPattern: 5, value: "x" };
    const pricingTiers = [DEFAULT, tier("mixed", { conditions: [mixed] })];
    const { body } = await call("POST", "/models", { modelName: "mixed", matchPattern: "^mixed$", pricingTiers });
    expect(body["pricingTiers"]).toMatchObject([{ conditions: [] }, { conditions: [condition] }]);
    expect(JSON.stringify(body)).not.toContain("usageDetailPattern");
  });

  test("is created or replaced under an id", async () => {
    const put = async (fields: Record<string, unknown>): ReturnType<typeof call> =>
      call("PUT", "/models/my-id", { modelName: "put", matchPattern: "put", ...fields });
    const { body } = await put({ totalPrice: 1 });
    expect(body).toMatchObject({ id: "my-id", totalPrice: 1 });
    const { body: replaced } = await put({ inputPrice: 2, modelName: "put again" });
    expect(replaced).toMatchObject({
      id: "my-id",
      modelName: "put again",
      totalPrice: null,
      inputPrice: 2,
      createdAt: body["createdAt"],
    });
    expect((await put({})).status).toBe(400);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["no prices", { inputPrice: undefined }, "either prices are expected"],
    ["prices and tiers", { pricingTiers: [DEFAULT] }, "either prices are expected"],
    ["a total beside parts", { totalPrice: 1 }, "not given together"],
    ["an invalid pattern", { matchPattern: "(" }, "no regular expression"],
    ["another tokenizer", { tokenizerId: "mine" }, "openai, claude"],
    ["another unit", { unit: "MILES" }, "unit"],
    ["no default tier", { inputPrice: null, pricingTiers: [tier("a")] }, "exactly one tier is the default"],
    ["two default tiers", { inputPrice: null, pricingTiers: [DEFAULT, { ...DEFAULT, name: "b" }] }, "exactly one"],
    [
      "a default with conditions",
      { inputPrice: null, pricingTiers: [tier("a", { isDefault: true })] },
      "no conditions",
    ],
    [
      "a tier without conditions",
      { inputPrice: null, pricingTiers: [DEFAULT, tier("a", { conditions: [] })] },
      "a has no conditions",
    ],
    ["one name for two tiers", { inputPrice: null, pricingTiers: [DEFAULT, tier("default")] }, "the same name"],
  ])("is rejected with %s", async (_, fields, reason) => {
    const { status, body } = await call("POST", "/models", {
      modelName: "bad",
      matchPattern: "bad",
      inputPrice: 1,
      ...fields,
    });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(reason)]);
  });

  test("has a unique name", async () => {
    const model = { modelName: "once", matchPattern: "once", totalPrice: 1 };
    await call("POST", "/models", model);
    const { status, body } = await call("POST", "/models", model);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("a model once already")]);
  });
});

test("a built-in model is readable, and cannot be replaced or deleted", async () => {
  const { body } = await call("GET", "/models?limit=100");
  const builtIn = body.data.find(({ isSvcManaged }) => isSvcManaged)!;
  expect((await call("GET", `/models/${builtIn.id}`)).body).toEqual(builtIn);
  expect((await call("DELETE", `/models/${builtIn.id}`)).status).toBe(404);
  const model = { modelName: "n", matchPattern: "n", totalPrice: 1 };
  expect((await call("PUT", `/models/${builtIn.id}`, model)).status).toBe(404);
});

describe("limits", () => {
  const conditions = (count: number): unknown[] =>
    Array.from({ length: count }, () => ({ usageDetailPattern: "a", operator: "gt", value: 1, caseSensitive: true }));
  test.each([
    ["a pattern of more than 1,000 characters", { matchPattern: "a".repeat(1_001), inputPrice: 1 }, /1000 characters/],
    [
      "more than 50 tiers",
      {
        matchPattern: "a",
        pricingTiers: [
          DEFAULT,
          ...Array.from({ length: 50 }, (_, place) => tier(`t${place}`, { conditions: conditions(1) })),
        ],
      },
      /at most 50/,
    ],
    [
      "a tier of more than 20 conditions",
      { matchPattern: "a", pricingTiers: [DEFAULT, tier("t", { conditions: conditions(21) })] },
      /at most 20 conditions/,
    ],
  ])("refuses a model with %s", async (_what, fields, reason) => {
    const { status, body } = await call("POST", "/models", { modelName: "limited", ...fields });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringMatching(reason)]);
  });

  test("refuses more than 1,000 models of a project, and changes those that there are", async () => {
    const own = await startServer({ port: 0, memory: true });
    const ask = callsOf(() => own);
    const fields = { matchPattern: "a", inputPrice: 1 };
    const statuses = new Set<number>();
    for (let done = 0; done < 1_000; done += 100) {
      const some = Array.from({ length: 100 }, async (_, place) =>
        ask("PUT", `/models/m${done + place}`, { ...fields, modelName: `m${done + place}` }),
      );
      for (const { status } of await Promise.all(some)) statuses.add(status);
    }
    expect(statuses).toEqual(new Set([200]));
    expect((await ask("POST", "/models", { ...fields, modelName: "one more" })).status).toBe(400);
    expect((await ask("PUT", "/models/m7", { ...fields, modelName: "m7", inputPrice: 2 })).status).toBe(200);
    await own.close();
  });
});
