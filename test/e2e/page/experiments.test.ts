import { SvcOtelSpanAttributes as svc } from "@svc/core";
import * as attributes from "@svc/core/internal/span-attributes";
import { startServer } from "@svc/server";
import { beforeAll, describe, expect, it } from "vitest";
import { capitalsOutput, runCapitals } from "../../support/application/capitals-experiment.ts";
import { pageVisits } from "../../support/page/page-visits.ts";
import { type Visit, settled } from "../../support/page/visit.ts";
import { callsOf } from "../../support/server/api-calls.ts";
import { type TestSpan, send } from "../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../support/server/own-server.ts";

const open = pageVisits();
const call = callsOf(() => server);
/** Addresses of the results that the client printed. */
let [right, worse] = ["", ""];
/** All that the client printed of an experiment with a model that judges. */
let judged = "";

const server = serverOfAllTests();
beforeAll(async () => {
  right = await runCapitals(server.url, "right answers");
  worse = await runCapitals(server.url, "worse answers", ["Japan=Kyoto", "Brazil=Rio", "Peru=!"]);
  judged = await capitalsOutput(server.url, "judged answers", ["judged"]);
}, 60_000);

const pathOf = (path: string): string => `${server.url}/project/${server.projectId}${path}`;
const baselineOf = (url: string): string => new URL(url).searchParams.get("baseline") ?? "";
const compared = (): string => `${right}&compare=${baselineOf(worse)}`;

/** Returns the texts of the items that the window shows, cell by cell, in their order. */
async function items({ page }: Pick<Visit, "page">): Promise<string[][]> {
  const found = page.locator("[role=row][data-index]");
  await found.first().waitFor();
  return found.evaluateAll((elements) =>
    elements
      .toSorted((one, other) => Number(one.dataset["index"]) - Number(other.dataset["index"]))
      .map((row) =>
        Array.from(row.querySelectorAll("[role=cell]"), (cell) => (cell as { innerText: string }).innerText),
      ),
  );
}

const inputs = async (visited: Pick<Visit, "page">): Promise<string[]> =>
  (await items(visited)).map(([first = ""]) => first.split("\n")[0]?.replace(": show the item", "") ?? "");

describe("the address that the client prints", () => {
  it("opens the results of the experiment: every item with its outputs, scores and trace", async () => {
    const visited = await open(right);
    const { page } = visited;
    expect(right).toContain(`/project/${server.projectId}/experiments/results?baseline=`);
    await page.getByRole("heading", { name: "right answers" }).waitFor();
    expect((await inputs(visited)).toSorted()).toEqual(["Brazil", "Egypt", "France", "Italy", "Japan", "Peru"]);
    const france = (await items(visited)).find(([first = ""]) => first.startsWith("France")) ?? [];
    expect(france[0]).toContain("Paris");
    expect(france[1]).toMatch(/^Paris\s+exact\s*1\s+length\s*5\s+style\s*short/);
    expect(france[1]).toContain("$0.005");
    const totals = page.getByRole("table", { name: "Totals" });
    expect(await totals.getByRole("row", { name: /^exact/ }).innerText()).toMatch(/exact\s+1\s+1: 6/);
    expect(await totals.getByRole("row", { name: /^style/ }).innerText()).toContain("short: 5, long: 1");
    expect(await visited.axeFindings()).toEqual([]);
    expect(visited.problems).toEqual([]);
    await page.getByRole("link", { name: "Trace", exact: true }).first().click();
    await page.waitForURL(/\/traces\/[0-9a-f]{32}$/);
    await page.getByText("experiment-item-run").first().waitFor();
  });

  it("shows the numbers of the client's report, how many items were judged, and the judging apart from the items", async () => {
    expect(judged).toContain("average  judged  1.000  5 of 6 items judged");
    expect(judged).toContain("average  exact   1.000  6 of 6 items judged");
    const visited = await open(judged.split("\n")[0] ?? "");
    const { page } = visited;
    const totals = page.getByRole("table", { name: "Totals" });
    const row = async (name: RegExp): Promise<string> =>
      (await totals.getByRole("row", { name }).innerText()).replaceAll(/\s+/g, " ");
    await totals.getByRole("row", { name: /^Cost of judging/ }).waitFor();
    expect(await row(/^judged/)).toMatch(/^judged 1 .*5 of 6 items judged$/);
    expect(await row(/^exact/)).toMatch(/^exact 1 .*6 of 6 items judged$/);
    // Six answers of 31 letters together; six judges, and that of the run.
    expect(await row(/^Cost \$/)).toBe("Cost $0.031");
    expect(await row(/^Cost of judging/)).toBe("Cost of judging $2.00");
    const france = (await items(visited)).find(([first = ""]) => first.startsWith("France")) ?? [];
    expect(france[1]).toContain("$0.005");
    expect(visited.problems).toEqual([]);
    await page.goto(pathOf("/experiments"));
    const listed = page.getByRole("row", { name: /judged answers/ });
    await listed.getByText("5 of 6 judged").waitFor();
    expect(await listed.innerText()).toMatch(/\$0\.031\s+\$2\.00 judging/);
    expect(await visited.axeFindings()).toEqual([]);
  });

  it("has an answer when the experiment is unknown, and when none is named", async () => {
    const unknown = await open(pathOf("/experiments/results?baseline=no-such"));
    await unknown.page.getByRole("heading", { name: "There is no such experiment" }).waitFor();
    expect(await unknown.axeFindings()).toEqual([]);
    const none = await open(pathOf("/experiments/results"));
    await none.page.getByRole("link", { name: "Show all experiments" }).click();
    await none.page.getByRole("link", { name: "right answers" }).waitFor();
  });
});

describe("a comparison", () => {
  it("puts what fell most first, names each change, and stays in the address", async () => {
    const visited = await open(right);
    const { page } = visited;
    const choice = page.getByLabel("Compare with");
    await choice.locator("option", { hasText: "worse answers" }).waitFor({ state: "attached" });
    await choice.selectOption(baselineOf(worse));
    await page.getByRole("columnheader", { name: "worse answers" }).first().waitFor();
    await settled(page);
    expect((await inputs(visited)).slice(0, 2).toSorted()).toEqual(["Brazil", "Japan"]);
    const [[, before = "", after = ""] = []] = await items(visited);
    expect(before).toMatch(/exact\s*1/);
    expect(after).toMatch(/exact\s*0\s*▼\s*down\s*1/);
    const exact = page.getByRole("table", { name: "Totals" }).getByRole("row", { name: /^exact/ });
    expect(await exact.innerText()).toMatch(/0\.6\s*▼\s*down\s*0\.4/);
    expect(await exact.innerText()).toContain("2 fell, 0 rose");
    expect((await items(visited)).filter(([, , cell]) => cell?.startsWith("failed"))).toHaveLength(1);
    expect(await visited.axeFindings()).toEqual([]);

    const again = await open(page.url());
    expect(await inputs(again)).toEqual(await inputs(visited));
    await again.page.getByRole("button", { name: "Remove worse answers" }).click();
    await expect.poll(() => again.page.getByRole("columnheader", { name: "worse answers" }).count()).toBe(0);
    expect(visited.problems).toEqual([]);
  });

  it("can be turned round: another baseline, another score, another order, a text to find", async () => {
    const visited = await open(compared());
    const { page } = visited;
    await page.getByRole("button", { name: "Make baseline: worse answers" }).click();
    await settled(page);
    expect(new URL(page.url()).searchParams.get("baseline")).toBe(baselineOf(worse));
    await page.getByLabel("Order").selectOption("rises");
    await page.getByLabel("Score").selectOption("length");
    // Brasília is five letters longer than Rio.
    await expect.poll(async () => (await inputs(visited))[0]).toBe("Brazil");
    await page.getByLabel("Find text").fill("KYOTO");
    await expect.poll(() => inputs(visited)).toEqual(["Japan"]);
    await page.getByText("1 of 6 items").waitFor();
    await page.getByLabel("Find text").fill("nowhere");
    await page.getByText("no of 6 items").waitFor();
    const again = await open(page.url());
    expect(await again.page.getByLabel("Score").inputValue()).toBe("length");
    expect(await again.page.getByLabel("Find text").inputValue()).toBe("nowhere");
  });

  it("shows an item in full with the difference of its outputs", async () => {
    const visited = await open(compared());
    const { page } = visited;
    await page.getByRole("button", { name: /^Japan/ }).click();
    const dialog = page.getByRole("dialog", { name: "Item" });
    await dialog.getByText("Expected output").waitFor();
    expect(await dialog.locator("del").innerText()).toContain("Tokyo");
    expect(await dialog.locator("ins").innerText()).toContain("Kyoto");
    expect(await visited.axeFindings()).toEqual([]);
    expect(new URL(page.url()).searchParams.get("item")).toBe("Japan");
    await page.keyboard.press("Escape");
    await expect.poll(() => new URL(page.url()).searchParams.has("item")).toBe(false);
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it.each(["light", "dark"] as const)("has no axe finding on a phone, %s, and no wider page", async (colorScheme) => {
    const visited = await open(compared(), { colorScheme, viewport: { width: 390, height: 844 } });
    await items(visited);
    expect(await visited.axeFindings()).toEqual([]);
    expect(await visited.page.locator("html").evaluate(({ scrollWidth }) => scrollWidth)).toBe(390);
  });
});

describe("the list of experiments", () => {
  it("shows runs, scores, latency, cost and failures, and opens those that are chosen", async () => {
    const visited = await open(pathOf("/experiments"));
    const { page } = visited;
    const row = page.getByRole("row").filter({ hasText: "worse answers" });
    const cells = await row.getByRole("cell").allInnerTexts();
    expect(cells[1]).toBe("capitals");
    expect(cells[3]).toBe("6\n1 failed");
    expect(cells[4]).toMatch(/exact\s*0\.6\s*5 of 6 judged\s*length\s*4\.\d\s*5 of 6 judged\s*style\s*5/);
    expect(cells[5]).toMatch(/ms$|s$/);
    expect(cells[7]).toMatch(/^\$0\.02/);
    expect(await visited.axeFindings()).toEqual([]);
    await page.getByRole("checkbox", { name: "Compare right answers" }).check();
    await page.getByRole("checkbox", { name: "Compare worse answers" }).check();
    await page.getByRole("link", { name: "Compare 2 experiments" }).click();
    await page.waitForURL(/experiments\/results/);
    expect(page.url()).toBe(compared());
    expect((await items(visited))[0]).toHaveLength(3);
    expect(visited.problems).toEqual([]);
  });

  it("says the next step where there is none", async () => {
    const empty = await startServer({ port: 0, memory: true });
    const visited = await open(`${empty.url}/project/${empty.projectId}/experiments`);
    await visited.page.getByText("experiment.run(").waitFor();
    expect(await visited.axeFindings()).toEqual([]);
    await empty.close();
  });
});

describe("an experiment of another kind", () => {
  const START = Date.now() - 3_600_000;
  const hex = (n: number, length: number): string => n.toString(16).padStart(length, "0");
  const itemSpan = (experiment: string, n: number, more: TestSpan["attributes"] = {}): TestSpan => {
    const [traceId, spanId] = [hex(n + 1, 24) + hex(experiment.length, 8), hex(n + 1, 16)];
    return {
      traceId,
      spanId,
      name: "item",
      start: START + n,
      end: START + n + 10 + (n % 100),
      attributes: {
        [attributes.EXPERIMENT_ID]: experiment,
        [attributes.EXPERIMENT_NAME]: experiment,
        [attributes.EXPERIMENT_ITEM_ID]: `item-${n}`,
        [attributes.EXPERIMENT_ITEM_ROOT_OBSERVATION_ID]: spanId,
        [svc.OBSERVATION_INPUT]: `input ${n}`,
        [svc.OBSERVATION_OUTPUT]: `output ${n} of ${experiment}`,
        ...more,
      },
    };
  };

  it("of 10,000 items is shown by the rows in the window, and filtered at once", async () => {
    for (const [experiment, size] of [
      ["large", 10_000],
      ["smaller", 2_000],
    ] as const) {
      const numbers = Array.from({ length: size }, (_, n) => n);
      for (let from = 0; from < size; from += 2_000) {
        await send(server, { spans: numbers.slice(from, from + 2_000).map((n) => itemSpan(experiment, n)) });
      }
    }
    const fallen = hex(778, 24);
    for (const [experiment, value] of [
      ["large", 1],
      ["smaller", 0.25],
    ] as const) {
      const traceId = fallen + hex(experiment.length, 8);
      await call("POST", "/scores", { traceId, name: "quality", value });
    }
    const visited = await open(pathOf("/experiments"));
    const { page } = visited;
    await page.goto(pathOf("/experiments/results?baseline=large&compare=smaller"));
    await page.getByRole("status").getByText("10,000 items").waitFor({ timeout: 120_000 });
    expect((await inputs(visited))[0]).toBe("input 777");
    expect((await items(visited)).length).toBeLessThan(60);
    await page.getByLabel("Find text").fill("output 4321 of large");
    await expect.poll(() => inputs(visited)).toEqual(["input 4321"]);
    await page.getByLabel("Find text").fill("");
    await page.getByLabel("Order").selectOption("items");
    await expect.poll(async () => (await inputs(visited))[0]).toBe("input 0");
    const scroller = page.locator("main .overflow-auto").first();
    await expect
      .poll(
        async () => {
          await scroller.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
          return (await inputs(visited)).at(-1);
        },
        { timeout: 30_000 },
      )
      .toBe("input 9999");
    expect(visited.problems).toEqual([]);
  }, 240_000);

  it("keeps hostile texts as text, and holds several runs of an item", async () => {
    const hostile = '<script>alert(1)</script>\u202E<img src=x onerror="alert(2)">';
    const texts = {
      [attributes.EXPERIMENT_NAME]: hostile,
      [attributes.EXPERIMENT_ITEM_ID]: hostile,
      [svc.OBSERVATION_INPUT]: hostile,
      [svc.OBSERVATION_OUTPUT]: "x".repeat(4_000_000),
    };
    await send(server, { spans: [itemSpan("hostile", 1, texts)] });
    await send(server, { spans: [itemSpan("hostile", 2, texts)] });
    const visited = await open(pathOf("/experiments/results?baseline=hostile"));
    const { page } = visited;
    const [[input = "", output = ""] = [], ...others] = await items(visited);
    expect(others).toEqual([]);
    expect(input).toContain("<script>alert(1)</script>");
    expect(output).toMatch(/Trace 1\s*Trace 2/);
    await page.getByRole("button", { name: /script/ }).click();
    await page.getByRole("dialog", { name: "Item" }).waitFor();
    expect(await visited.axeFindings()).toEqual([]);
    expect(visited.problems).toEqual([]);
  });
});
