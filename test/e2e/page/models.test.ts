import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { describe, expect, it } from "vitest";
import { runExample } from "../../support/application/example.ts";
import { pageVisits } from "../../support/page/page-visits.ts";
import { callsOf } from "../../support/server/api-calls.ts";
import { send } from "../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../support/server/own-server.ts";

const open = pageVisits();
const call = callsOf(() => server);

const server = serverOfAllTests();

const models = (): string => `${server.url}/project/${server.projectId}/models`;

describe("the models", () => {
  it("show the prices for a million, those of the project first, tiers on request", { timeout: 120_000 }, async () => {
    const condition = { usageDetailPattern: "input", operator: "gt", value: 200_000, caseSensitive: false };
    const prices = { input: 0.000_002, output: 0.000_01 };
    await call("POST", "/models", {
      modelName: "<b>our-model</b>",
      matchPattern: "(?i)^our-model$",
      unit: "TOKENS",
      pricingTiers: [
        { name: "Standard", isDefault: true, priority: 0, conditions: [], prices },
        { name: "Long context", isDefault: false, priority: 1, conditions: [condition], prices: { input: 0.000_004 } },
      ],
    });
    const { page, problems, axeFindings } = await open(models());
    const [own] = await page.getByRole("row").filter({ hasText: "our-model" }).all();
    expect(await own?.getByRole("cell").allInnerTexts()).toEqual([
      "<b>our-model</b>",
      expect.stringMatching(/^input\s*2\s*output\s*10\s*Long context$/),
      "",
      "",
      "",
      "this project",
      "(?i)^our-model$",
      expect.stringMatching(/^Edit\s*Delete$/),
    ]);
    await own?.getByText("Long context").click();
    await own?.getByText("4", { exact: true }).waitFor();
    await page.getByRole("row").filter({ hasText: "gpt-4o-mini" }).first().waitFor();
    expect(await axeFindings()).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("have a place in the navigation, which names the view that is shown", async () => {
    const { page } = await open(`${server.url}/project/${server.projectId}/traces`);
    const navigation = page.getByRole("navigation");
    await navigation.getByRole("link", { name: "Models" }).click();
    await page.getByRole("heading", { name: "Models" }).waitFor();
    expect(page.url()).toBe(models());
    expect(await navigation.locator("[aria-current=page]").innerText()).toBe("Models");
  });

  it("of the project are made, changed and deleted, and a name says which it gets", async () => {
    const { page, problems } = await open(models());
    const form = page.getByRole("dialog");
    await page.getByRole("button", { name: "Add a model" }).click();
    await form.getByLabel("Name", { exact: true }).fill("house-model");
    await form.getByLabel("Names of calls").fill("(?i)^house-.*$");
    await form.getByLabel("USD per million").fill("input two");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("No price: input two").waitFor();
    await form.getByLabel("USD per million").fill("input 2.5\noutput 10");
    await page.getByRole("button", { name: "Save" }).click();
    const row = page.getByRole("row").filter({ hasText: "house-model" });
    await row.getByText("2.5", { exact: true }).waitFor();
    await page.getByLabel("Name to test").fill("HOUSE-7");
    await page.getByRole("status").filter({ hasText: "matches house-model of this project" }).waitFor();
    await page.getByLabel("Name to test").fill("no such model");
    await page.getByText("No model matches").waitFor();

    await row.getByRole("button", { name: "Edit" }).click();
    await form.getByLabel("USD per million").fill("input 3\noutput 10\ninput_cached_tokens 0.3");
    await page.getByRole("button", { name: "Save" }).click();
    await row.getByText("0.3", { exact: true }).waitFor();
    await row.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete the model" }).click();
    await row.waitFor({ state: "detached" });
    expect(problems).toEqual([]);
  });

  it("show their use in the last 30 days, and the names that have no price", async () => {
    await runExample(server.url, "1".repeat(32));
    await send(server, {
      spans: [
        {
          traceId: "2".repeat(32),
          start: Date.now() - 1_000,
          end: Date.now(),
          attributes: {
            [svc.OBSERVATION_TYPE]: "generation",
            [svc.OBSERVATION_MODEL]: "our-model",
            [svc.OBSERVATION_USAGE_DETAILS]: '{"input":100000,"output":100000}',
          },
        },
        {
          traceId: "3".repeat(32),
          start: Date.now() - 1_000,
          end: Date.now(),
          attributes: {
            [svc.OBSERVATION_TYPE]: "generation",
            [svc.OBSERVATION_MODEL]: "claude-haiku-4-5",
            [svc.OBSERVATION_USAGE_DETAILS]: '{"input":10}',
          },
        },
      ],
    });
    const { page, axeFindings } = await open(models());
    const own = page.getByRole("row").filter({ hasText: "our-model" });
    expect((await own.getByRole("cell").allInnerTexts()).slice(2, 5)).toEqual(["1", "200,000", "$1.20"]);
    const [, first, second, third] = await page.getByRole("row").all();
    expect(await first?.innerText()).toContain("our-model");
    expect((await second?.getByRole("cell").allInnerTexts())?.slice(2, 4)).toEqual(["1", "10"]);
    expect((await third?.getByRole("cell").allInnerTexts())?.slice(2, 4)).toEqual(["", ""]);
    const unpriced = page.getByRole("region", { name: "Names without prices" });
    expect(await unpriced.innerText()).toMatch(/gpt-4\.1-mini-stand-in[^]*2 calls/);
    await unpriced.getByRole("button", { name: "Add prices" }).click();
    expect(await page.getByRole("dialog").getByLabel("Names of calls").inputValue()).toBe(
      "(?i)^gpt-4\\.1-mini-stand-in$",
    );
    expect(await axeFindings()).toEqual([]);
  });
});
