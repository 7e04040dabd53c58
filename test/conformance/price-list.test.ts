import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, expect, test } from "vitest";
import { PRICE_LIST } from "../../src/server/ingest/prices/price-list.ts";
import { listedModels } from "../../scripts/prices/litellm-table.ts";
import { folderOfTest } from "../support/temporary-folder.ts";

const run = promisify(execFile);
const SCRIPT = join(import.meta.dirname, "../../scripts/prices.ts");
const ORIGIN = { source: "litellm 1", date: "2026-01-02" };

const token = (provider: string, input: number, more: object = {}) => ({
  litellm_provider: provider,
  input_cost_per_token: input / 1_000_000,
  output_cost_per_token: (input * 4) / 1_000_000,
  ...more,
});

let folder: string;
beforeEach(() => {
  folder = folderOfTest("price-list");
});

test("every listed model has a price, its source and its date, and a unique name", () => {
  for (const { prices, source, date } of PRICE_LIST) {
    expect(Math.max(...Object.values(prices))).toBeGreaterThan(0);
    expect(source).toMatch(/^litellm \d+\.\d+\.\d+ \S+/);
    expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  }
  expect(new Set(PRICE_LIST.map(({ name }) => name)).size).toBe(PRICE_LIST.length);
});

test("lists a model by the provider's name for it, with its prices per million tokens", () => {
  const more = {
    cache_read_input_token_cost: 0.0000003,
    cache_creation_input_token_cost: 0.00000375,
    cache_creation_input_token_cost_above_1hr: 0.000006,
    input_cost_per_token_above_200k_tokens: 0.000006,
    output_cost_per_token_above_200k_tokens: 0.0000225,
  };
  const table = { "vertex_ai/claude-x-1": token("vertex_ai-anthropic_models", 3, more) };
  expect(listedModels(table, ORIGIN)).toEqual([
    {
      name: "claude-x-1",
      family: "anthropic",
      prices: {
        input: 3,
        output: 12,
        input_cached_tokens: 0.3,
        input_cache_creation: 3.75,
        input_cache_creation_1h: 6,
      },
      tiers: [
        {
          over: 200_000,
          prices: {
            input: 6,
            output: 22.5,
            input_cached_tokens: 0.3,
            input_cache_creation: 3.75,
            input_cache_creation_1h: 6,
          },
        },
      ],
      source: "litellm 1 vertex_ai/claude-x-1",
      date: "2026-01-02",
    },
  ]);
});

test("lists neither versions with the prices of their model nor names with two prices", () => {
  const table = {
    "gpt-x": token("openai", 1),
    "gpt-x-2026-01-01": token("openai", 1),
    "gpt-x-2025-01-01": token("openai", 2),
    "groq/open/model": token("groq", 1),
    "together_ai/open/model": token("together_ai", 2),
    "ft:gpt-x": token("openai", 9),
    "gpt-image": { litellm_provider: "openai", output_cost_per_image: 0.1 },
    "gpt-free": token("openai", 0),
  };
  expect(listedModels(table, ORIGIN).map(({ name }) => name)).toEqual(["gpt-x", "gpt-x-2025-01-01"]);
});

test("the check names changed and new models, and exits with 1", async () => {
  const table = join(folder, "table.json");
  await writeFile(table, JSON.stringify({ "gpt-4o": token("openai", 99), "gpt-new": token("openai", 1) }));
  const failed = await run(process.execPath, [SCRIPT, "--check", table]).catch((error: unknown) => error);
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^gpt-4o: .*"input":2\.5.*, now .*"input":99/m),
    stdout: expect.stringContaining(`${PRICE_LIST.length} models: ${PRICE_LIST.length} with other prices, 1 new`),
  });
});
