import { beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { runExample } from "../../support/application/example.ts";
import { pageVisits } from "../../support/page/page-visits.ts";
import { type Visit, settled } from "../../support/page/visit.ts";
import { callsOf } from "../../support/server/api-calls.ts";
import { serverOfAllTests } from "../../support/server/own-server.ts";

const visit = pageVisits();
const call = callsOf(() => server);

const traceId = (n: number): string => n.toString(16).padStart(32, "0");
const EXAMPLE = traceId(1);
const HOSTILE_NAME = "<script>alert(1)</script>";
const HOSTILE = `${HOSTILE_NAME}\u202Egnp.exe`;

const open = async (query = "", options?: object): Promise<Visit> =>
  visit(`${server.url}/project/${server.projectId}/scores${query}`, options);

const server = serverOfAllTests();
beforeAll(async () => {
  await runExample(server.url, EXAMPLE);
});

async function rows(page: Page): Promise<string[][]> {
  await settled(page);
  const found = await page
    .getByRole("row")
    .filter({ has: page.getByRole("cell") })
    .all();
  return Promise.all(found.map((row) => row.getByRole("cell").allInnerTexts()));
}

describe("the scores", () => {
  it("say the next program while there is none", async () => {
    const { page, axeFindings } = await open();
    await page.getByText("svc.score.create({").waitFor();
    expect(await axeFindings()).toEqual([]);
  });

  it("are listed with their value, subject, comment and source, and found by each of them", async () => {
    await call("POST", "/scores", { name: "helpful", value: 0.75, traceId: EXAMPLE, comment: HOSTILE });
    await call("POST", "/scores", { name: "helpful", value: 0.25, sessionId: "chat-1" });
    await call("POST", "/scores", { name: "tone", value: "warm", dataType: "CATEGORICAL", traceId: EXAMPLE });
    await call("POST", "/scores", { name: HOSTILE_NAME, value: 1, dataType: "BOOLEAN", traceId: EXAMPLE });
    const { page, axeFindings, problems } = await open();
    const shown = await rows(page);
    expect(shown.map(([name, value]) => [name, value])).toEqual([
      [HOSTILE_NAME, "true"],
      ["tone", "warm"],
      ["helpful", "0.25"],
      ["helpful", "0.75"],
    ]);
    expect(shown[3]?.slice(2, 6)).toEqual(["trace 00000000", "API", "NUMERIC", HOSTILE]);
    expect(await axeFindings()).toEqual([]);

    await page.getByLabel("Value").fill("0.5");
    await page.getByText("Choose a type first").waitFor();
    await page.getByLabel("Type").selectOption("NUMERIC");
    await page.getByLabel("Value").fill(">= 0.5");
    await expect.poll(async () => (await rows(page)).map(([, value]) => value)).toEqual(["0.75"]);
    const again = await visit(page.url());
    expect((await rows(again.page)).map(([, value]) => value)).toEqual(["0.75"]);
    await again.page.getByRole("link", { name: /^trace/ }).click();
    await again.page.getByRole("tree").waitFor();
    expect(problems).toEqual([]);
  });

  it("are found by their session, and lead to it", async () => {
    const { page } = await open("?of=chat-1");
    expect((await rows(page)).map(([, value]) => value)).toEqual(["0.25"]);
    await page.getByRole("link", { name: "session chat-1" }).click();
    await page.waitForURL(/\/sessions\/chat-1$/);
  });

  it("are deleted after a question", async () => {
    const { page } = await open("?name=tone");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete the score" }).click();
    await page.getByText("No score meets the filter.").waitFor();
    const { body } = await call("GET", "/v3/scores?name=tone");
    expect(body.data).toEqual([]);
  });
});

describe("the values", () => {
  it("have a distribution, the mean and a chart over time", async () => {
    const { page, axeFindings, problems } = await open("?show=values");
    const choice = page.getByLabel("Score", { exact: true });
    expect(await choice.locator("option:checked").innerText()).toBe("helpful (api, numeric)");
    const bars = page.getByRole("table", { name: "Distribution" });
    const counts = async (): Promise<string[]> =>
      (await bars.getByRole("cell").allInnerTexts()).filter((count) => count.trim() !== "0");
    expect(await counts()).toEqual(["1", "1"]);
    await page.getByText("Mean").first().waitFor();
    await page.getByRole("figure", { name: "Scores" }).locator("canvas").waitFor();
    expect(await axeFindings()).toEqual([]);
    await choice.selectOption({ label: `${HOSTILE_NAME} (api, boolean)` });
    await page.getByText("100%").first().waitFor();
    expect(await bars.getByRole("rowheader").allInnerTexts()).toEqual(["true"]);
    expect(problems).toEqual([]);
  });

  it.each(["light", "dark"] as const)("have no axe finding on a phone, %s", async (colorScheme) => {
    for (const show of ["list", "values", "agreement"]) {
      const visited = await open(`?show=${show}`, { colorScheme, viewport: { width: 390, height: 844 } });
      expect(await visited.axeFindings()).toEqual([]);
      expect(await visited.page.locator("html").evaluate(({ scrollWidth }) => scrollWidth)).toBe(390);
    }
  });
});

describe("the agreement", () => {
  it("of two judges is a table with Cohen's kappa", async () => {
    // The textbook's example: 20 and 15 agreed, 5 and 10 not. Kappa is 0.4.
    const verdicts = [...Array<string>(20).fill("yes yes"), ...Array<string>(5).fill("yes no")];
    verdicts.push(...Array<string>(10).fill("no yes"), ...Array<string>(15).fill("no no"));
    const scores = verdicts.flatMap((verdict, place) => {
      const [one, other] = verdict.split(" ");
      const of = { dataType: "CATEGORICAL", traceId: traceId(1_000 + place) };
      return [
        { name: "one judge", value: one, ...of },
        { name: "other judge", value: other, ...of },
      ];
    });
    for (const score of scores) await call("POST", "/scores", score);
    const { page, axeFindings, problems } = await open("?show=agreement");
    await page.getByLabel("One score").selectOption({ label: "one judge (api, categorical)" });
    await page.getByLabel("Other score").selectOption({ label: "other judge (api, categorical)" });
    await page.getByText("0.4", { exact: true }).waitFor();
    await page.getByText("70%", { exact: true }).waitFor();
    const table = page.getByRole("table", { name: "Agreement" });
    expect((await table.getByRole("cell").allInnerTexts()).filter((text) => text !== "")).toEqual([
      "15",
      "10",
      "5",
      "20",
    ]);
    expect(await axeFindings()).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("of numbers is a correlation and a grid", async () => {
    for (const n of [0, 1, 2, 3, 4]) {
      await call("POST", "/scores", { name: "fast", value: n, traceId: traceId(2_000 + n) });
      await call("POST", "/scores", { name: "good", value: 10 - 2 * n, traceId: traceId(2_000 + n) });
    }
    const kind = (name: string): string => encodeURIComponent(JSON.stringify([name, "API", "NUMERIC"]));
    const { page } = await open(`?show=agreement&one=${kind("fast")}&other=${kind("good")}`);
    await page.getByText("-1", { exact: true }).waitFor();
    const table = page.getByRole("table", { name: "Agreement" });
    expect((await table.getByRole("cell").allInnerTexts()).filter((text) => text !== "")).toEqual([
      "1",
      "1",
      "1",
      "1",
      "1",
    ]);
  });
});
