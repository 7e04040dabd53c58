import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BUILT_IN_MODELS } from "../../src/server/ingest/prices/built-in-models.ts";
import { readPattern } from "../../src/server/ingest/prices/pattern.ts";
import { type Value, get, observation, observations, send } from "../support/server/otlp-calls.ts";
import { folderOfAllTests } from "../support/temporary-folder.ts";

const directory = folderOfAllTests("prices");
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, dataDirectory: directory });
});
afterAll(async () => {
  await server.close();
});

interface Tier {
  name: string;
  isDefault?: boolean;
  priority?: number;
  conditions?: object[];
  prices: Record<string, number>;
}

/** Writes a model to the table that prices are read from. The routes of models are tested elsewhere. */
function putModel(modelName: string, matchPattern: string, tiers: Tier[], startDate: number | null = null): void {
  const database = new DatabaseSync(join(directory, "observations.sqlite"), { timeout: 5_000 });
  const pricingTiers = tiers.map((tier, index) => ({
    id: String(index),
    isDefault: false,
    priority: 0,
    conditions: [],
    ...tier,
  }));
  database
    .prepare(
      `INSERT INTO models (id, projectId, modelName, matchPattern, startDate, unit, pricingTiers, createdAt, updatedAt)
      VALUES (?, 'svc-local', ?, ?, ?, 'TOKENS', ?, ?, 0)`,
    )
    .run(modelName, modelName, matchPattern, startDate, JSON.stringify(pricingTiers), Date.now());
  database.close();
}

const standard = (prices: Record<string, number>): Tier => ({ name: "standard", isDefault: true, prices });

async function cost(model: string, usage: object, more: Record<string, Value> = {}): Promise<Record<string, unknown>> {
  await send(server, {
    spans: [
      {
        attributes: {
          [svc.OBSERVATION_TYPE]: "generation",
          [svc.OBSERVATION_MODEL]: model,
          [svc.OBSERVATION_USAGE_DETAILS]: JSON.stringify(usage),
          ...more,
        },
      },
    ],
  });
  const { costDetails, totalCost, internalModelId, usagePricingTierName } = await observation(server);
  return { costDetails, totalCost, internalModelId, usagePricingTierName };
}

describe("built-in models", () => {
  test.each([
    ["gpt-4o", "gpt-4o"],
    ["gpt-4o-2024-08-06", "gpt-4o"],
    ["gpt-4o-2024-05-13", "gpt-4o-2024-05-13"],
    ["openai/gpt-4.1-mini", "gpt-4.1-mini"],
    ["GPT-5-NANO", "gpt-5-nano"],
    ["o3-mini-2025-01-31", "o3-mini"],
    ["claude-sonnet-4-5-20250929", "claude-sonnet-4-5"],
    ["anthropic/claude-3.5-sonnet", "claude-3-5-sonnet"],
    ["us.anthropic.claude-3-5-sonnet-20241022-v2:0", "anthropic.claude-3-5-sonnet-20241022-v2:0"],
    ["arn:aws:bedrock:eu-west-1:123456789012:inference-profile/eu.amazon.nova-pro-v1:0", "eu.amazon.nova-pro-v1:0"],
    ["arn:aws:bedrock:us-east-1::foundation-model/amazon.nova-pro-v1:0", "amazon.nova-pro-v1:0"],
    ["bedrock/amazon.nova-pro-v1:0", "amazon.nova-pro-v1:0"],
    ["claude-haiku-4-5@20251001", "claude-haiku-4-5@20251001"],
    ["openai:gpt-4o-mini", "gpt-4o-mini"],
    ["openai.responses:gpt-5-nano-2025-08-07", "gpt-5-nano"],
    ["openrouter/openai/gpt-4o", "gpt-4o"],
    ["googleai/gemini-2.5-flash", "gemini-2.5-flash"],
    ["vertexai/gemini-2.5-pro", "gemini-2.5-pro"],
    ["publishers/google/models/gemini-2.5-flash", "gemini-2.5-flash"],
    ["anthropic:claude-sonnet-4-5", "claude-sonnet-4-5"],
    ["xai/grok-4.3-latest", "grok-4.3"],
    ["claude-3-5-haiku-latest", "claude-3-5-haiku"],
    ["models/gemini-2.5-flash", "gemini-2.5-flash"],
    ["gemini-2.5-flash-lite", "gemini-2.5-flash-lite"],
    ["mistral-large-latest", "mistral-large-latest"],
    ["meta-llama/Llama-3.3-70B-Instruct-Turbo", "meta-llama/Llama-3.3-70B-Instruct-Turbo"],
    ["text-embedding-3-small", "text-embedding-3-small"],
    ["deepseek/deepseek-chat", "deepseek-chat"],
  ])("%s is %s", async (name, model) => {
    expect(await cost(name, { input: 1 })).toMatchObject({ internalModelId: `svc-${model}` });
  });

  test.each(["gpt-4o-mine", "my-gpt-4o", "gpt", "openai/gpt-oss-120b", "x".repeat(5_000)])(
    "%s matches no built-in model",
    async (name) => {
      expect(await cost(name, { input: 1 })).toEqual({
        costDetails: {},
        totalCost: null,
        internalModelId: null,
        usagePricingTierName: null,
      });
    },
  );

  test("no name matches two of them", () => {
    for (const { modelName } of BUILT_IN_MODELS) {
      const matching = BUILT_IN_MODELS.filter(({ matchPattern }) => readPattern(matchPattern).test(modelName));
      expect(matching.map((model) => model.modelName)).toEqual([modelName]);
    }
  });

  test("every usage type has its price, and the total is the sum", async () => {
    const usage = {
      prompt_tokens: 1_000_000,
      completion_tokens: 500_000,
      total_tokens: 1_500_000,
      prompt_tokens_details: { cached_tokens: 400_000 },
    };
    expect(await cost("gpt-4o", usage)).toEqual({
      costDetails: { input: 1.5, output: 5, input_cached_tokens: 0.5, total: 7 },
      totalCost: 7,
      internalModelId: "svc-gpt-4o",
      usagePricingTierName: "Standard",
    });
  });

  test("prices are decimal text in the model", async () => {
    await cost("gpt-4o-mini", { input: 1 });
    expect(await observation(server)).toMatchObject({
      modelId: "svc-gpt-4o-mini",
      inputPrice: "0.00000015",
      outputPrice: "0.0000006",
      totalPrice: null,
    });
    const { data } = await observations(server, { fields: "core,usage" });
    expect(data[0]).toMatchObject({ modelId: null, inputPrice: null, outputPrice: null, totalPrice: null });
  });

  test.each([
    [200_000, "Standard", 0.25],
    [200_001, "Over 200k input tokens", 0.5000025],
  ])("%i tokens of a long input: %s", async (input, usagePricingTierName, totalCost) => {
    expect(await cost("gemini-2.5-pro", { input })).toMatchObject({
      usagePricingTierName,
      totalCost: expect.closeTo(totalCost, 9),
    });
  });
});

describe("cost from the sender", () => {
  test.each<[Record<string, Value>, Record<string, number>, number | null]>([
    [{ [svc.OBSERVATION_COST_DETAILS]: '{"input":1,"output":2}' }, { input: 1, output: 2 }, 3],
    [{ [svc.OBSERVATION_COST_DETAILS]: '{"input":1,"total":9}' }, { input: 1, total: 9 }, 9],
    [{ [svc.OBSERVATION_COST_DETAILS]: '{"search":1}' }, { search: 1 }, null],
    [{ "gen_ai.usage.cost": 0.5, "llm.cost.total": 7 }, { total: 0.5 }, 0.5],
    [{ "llm.cost.total": 7 }, { total: 7 }, 7],
    [{ "llm.cost.total": 7, "llm.cost.prompt": 3, "llm.cost.completion": 4 }, { total: 7, input: 3, output: 4 }, 7],
    [
      { "gen_ai.cost.total_cost": 0.75, "gen_ai.cost.input_cost": 0.25, "gen_ai.cost.output_cost": 0.5 },
      { total: 0.75, input: 0.25, output: 0.5 },
      0.75,
    ],
    [{ "operation.cost": 0.5 }, { total: 0.5 }, 0.5],
    [
      {
        "ai.response.providerMetadata": '{"gateway":{"cost":"0.00123"}}',
        "ai.operationId": "ai.generateText.doGenerate",
      },
      { total: 0.00123 },
      0.00123,
    ],
  ])("%j takes precedence over the price list", async (stated, costDetails, totalCost) => {
    expect(await cost("gpt-4o", { input: 1_000 }, stated)).toEqual({
      costDetails,
      totalCost,
      internalModelId: "svc-gpt-4o",
      usagePricingTierName: null,
    });
  });

  test.each(["gen_ai.usage.cost", "operation.cost", "gen_ai.cost.total_cost"])(
    "%s: 0 beside tokens does not win",
    async (name) => {
      expect(await cost("gpt-4o", { input: 1_000 }, { [name]: 0 })).toMatchObject({ totalCost: 0.0025 });
      expect(await cost("unlisted-model", { input: 1_000 }, { [name]: 0 })).toMatchObject({ totalCost: 0 });
      expect(await cost("unlisted-model", { input: 1_000 }, { [name]: 0.5 })).toMatchObject({ totalCost: 0.5 });
    },
  );

  test("has no cost without usage", async () => {
    expect(await cost("gpt-4o", {})).toMatchObject({ costDetails: {}, totalCost: null, usagePricingTierName: null });
  });
});

describe("models of a project", () => {
  test("take precedence over built-in ones from the next span on, the latest start first", async () => {
    expect(await cost("gpt-4.1", { input: 1 })).toMatchObject({ internalModelId: "svc-gpt-4.1" });
    putModel("first", "(?i)^GPT-4\\.1$", [standard({ input: 1 })]);
    expect(await cost("gpt-4.1", { input: 3 })).toMatchObject({ internalModelId: "first", totalCost: 3 });
    putModel("dated", "^gpt-4\\.1$", [standard({ input: 2 })], Date.parse("2026-01-01"));
    putModel("earlier", "^gpt-4\\.1$", [standard({ input: 5 })], Date.parse("2025-01-01"));
    expect(await cost("gpt-4.1", { input: 3 })).toMatchObject({ internalModelId: "dated", totalCost: 6 });
  });

  test("are listed before built-in ones, page by page", async () => {
    putModel("listed", "^listed$", [standard({ input: 0.5, total: 2 })], Date.parse("2026-02-03"));
    const page = async (
      query: string,
    ): Promise<{ data: Array<Record<string, unknown>>; meta: Record<string, number> }> =>
      (await (await get(server, `/api/public/models?${query}`)).json()) as never;
    const { data, meta } = await page("limit=1");
    expect(data).toEqual([
      {
        id: "listed",
        modelName: "listed",
        matchPattern: "^listed$",
        startDate: "2026-02-03T00:00:00.000Z",
        unit: "TOKENS",
        inputPrice: 0.5,
        outputPrice: null,
        totalPrice: 2,
        tokenizerId: null,
        tokenizerConfig: null,
        isSvcManaged: false,
        createdAt: expect.any(String),
        prices: { input: { price: 0.5 }, total: { price: 2 } },
        pricingTiers: [expect.objectContaining({ name: "standard", isDefault: true })],
      },
    ]);
    expect(meta).toEqual({ page: 1, limit: 1, totalItems: meta["totalPages"], totalPages: expect.any(Number) });
    const last = await page(`limit=1&page=${meta["totalPages"]}`);
    expect(last.data).toEqual([expect.objectContaining({ isSvcManaged: true })]);
    expect((await page(`page=${Number.MAX_SAFE_INTEGER}`)).data).toEqual([]);
    expect(await (await get(server, `/api/public/models/${String(last.data[0]?.["id"])}`)).json()).toEqual(
      last.data[0],
    );
    for (const query of ["page=0", "limit=0", "limit=101", "page=x"]) {
      expect((await get(server, `/api/public/models?${query}`)).status).toBe(400);
    }
    expect((await get(server, "/api/public/models/none")).status).toBe(404);
  });

  test("a price of the total gives the total", async () => {
    putModel("totalled", "^totalled$", [standard({ total: 0.5 })]);
    expect(await cost("totalled", { input: 3, output: 1 })).toMatchObject({ costDetails: { total: 2 }, totalCost: 2 });
  });

  test.each<[condition: object, usage: object, more: Record<string, Value>, tier: string | null]>([
    [
      { usageDetailPattern: "^input", operator: "gt", value: 10, caseSensitive: true },
      { input: 6, input_x: 5 },
      {},
      "special",
    ],
    [
      { usageDetailPattern: "^input", operator: "gt", value: 11, caseSensitive: true },
      { input: 6, input_x: 5 },
      {},
      "standard",
    ],
    [{ usageDetailPattern: "^INPUT", operator: "gte", value: 6, caseSensitive: true }, { input: 6 }, {}, "standard"],
    [{ usageDetailPattern: "^INPUT", operator: "gte", value: 6, caseSensitive: false }, { input: 6 }, {}, "special"],
    [{ usageDetailPattern: "^input", operator: "lt", value: 7, caseSensitive: true }, { input: 6 }, {}, "special"],
    [{ usageDetailPattern: "^input", operator: "lte", value: 5, caseSensitive: true }, { input: 6 }, {}, "standard"],
    [{ usageDetailPattern: "^input", operator: "eq", value: 6, caseSensitive: true }, { input: 6 }, {}, "special"],
    [{ usageDetailPattern: "^input", operator: "neq", value: 6, caseSensitive: true }, { input: 6 }, {}, "standard"],
    [
      { source: "model_parameters", key: "service_tier", operator: "in", values: ["flex"] },
      { input: 1 },
      { [svc.OBSERVATION_MODEL_PARAMETERS]: '{"service_tier":"flex"}' },
      "special",
    ],
    [
      { source: "metadata", key: "plan", operator: "in", values: ["a", "b"] },
      { input: 1 },
      { [`${svc.OBSERVATION_METADATA}.plan`]: '"b"' },
      "special",
    ],
    [{ source: "metadata", key: "plan", operator: "in", values: ["a"] }, { input: 1 }, {}, "standard"],
    // This expression would not finish within a lifetime.
    [
      { usageDetailPattern: "^(a+)+$", operator: "gte", value: 0, caseSensitive: true },
      { [`${"a".repeat(60)}!`]: 1, input: 1 },
      {},
      null,
    ],
  ])("tier by %j", async (condition, usage, more, tier) => {
    const name = `tiered-${JSON.stringify([condition, usage]).length}-${Math.random()}`;
    putModel(name, `^${name.replaceAll(".", "\\.")}$`, [
      standard({ input: 1 }),
      { name: "special", priority: 1, conditions: [condition], prices: { input: 2 } },
    ]);
    expect(await cost(name, usage, more)).toMatchObject({ usagePricingTierName: tier });
  });

  test("a pattern that runs too long, or is invalid, matches nothing", async () => {
    putModel("endless", "^(a+)+$", [standard({ input: 1 })], Date.now());
    putModel("broken", "^(", [standard({ input: 1 })], Date.now());
    expect(await cost("aaa", { input: 1 })).toMatchObject({ internalModelId: "endless" });
    expect(await cost(`${"a".repeat(100)}!`, { input: 1 })).toMatchObject({ internalModelId: null });
    expect(await cost("aaa", { input: 1 })).toMatchObject({ internalModelId: "endless" });
  });
});
