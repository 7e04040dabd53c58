import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { type RunningServer, startServer } from "@svc/server";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pageVisits } from "../../support/page/page-visits.ts";
import type { Visit } from "../../support/page/visit.ts";
import { type TestSpan, send } from "../../support/server/otlp-calls.ts";

const open = pageVisits();
let server: RunningServer;

const TRACE = "a".repeat(32);
const START = Date.now() - 60_000;
const id = (n: number): string => n.toString(16).padStart(16, "0");

const span = (n: number, parent: number, name: string, from: number, to: number, more: TestSpan = {}): TestSpan => ({
  traceId: TRACE,
  spanId: id(n),
  ...(parent > 0 && { parentSpanId: id(parent) }),
  name,
  start: START + from,
  end: START + to,
  ...more,
});

beforeAll(async () => {
  server = await startServer({ port: 0, memory: true });
  await send(server, {
    spans: [
      span(1, 0, "agent", 0, 9_000),
      span(2, 1, "plan", 50, 1_500),
      span(3, 1, "approval", 1_500, 1_700, {
        attributes: { [`${svc.OBSERVATION_METADATA}.outcome`]: '"interrupted"' },
      }),
      ...Array.from({ length: 37 }, (_, n) =>
        span(100 + n, 1, "embed chunk", 1_700 + n * 10, 1_790 + n * 10, {
          ...(n === 20 && { status: { code: 2, message: "rate limit" } }),
        }),
      ),
      span(200, 120, "inside a chunk", 1_905, 1_910),
      // The search and the lookup run side by side; the end waits for the search.
      span(60, 1, "search", 2_200, 7_500),
      span(61, 60, "query", 2_300, 7_400),
      span(62, 1, "lookup", 2_200, 3_000),
      span(63, 1, "answer", 7_500, 8_950),
    ],
  });
});
afterAll(() => server.close());

const visit = async (query = ""): Promise<Visit> =>
  open(`${server.url}/project/${server.projectId}/traces/${TRACE}${query}`);
const tree = (page: Page): Locator => page.getByRole("tree", { name: "Observations" });
const chosen = (page: Page): Promise<string> => page.getByRole("treeitem", { selected: true }).innerText();
const names = async (rows: Locator): Promise<string[]> =>
  (await rows.allInnerTexts()).map((text) => text.split("\n").find((line) => !/^[▸▾]|^SPAN$/.test(line)) ?? "");

describe("repeated siblings", () => {
  it("are one row with their number, time and failures, which opens", async () => {
    const visited = await visit();
    const { page } = visited;
    const group = page.getByRole("treeitem", { name: "embed chunk" });
    expect(await group.count()).toBe(1);
    expect(await group.innerText()).toMatch(/×37\s+in 3.33 s\s+1 failed/);
    expect(await visited.axeFindings()).toEqual([]);
    await group.click();
    await tree(page).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => group.count()).toBeGreaterThan(10);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => group.count()).toBe(1);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => chosen(page)).toContain("agent");
  });

  it("open for what is chosen among them, by a link or by the search", async () => {
    const { page } = await visit(`?observation=${id(200)}`);
    await expect.poll(() => chosen(page)).toContain("inside a chunk");
    const other = (await visit()).page;
    await tree(other).focus();
    await other.keyboard.press("]");
    await expect.poll(() => chosen(other)).toContain("approval");
    await other.keyboard.press("]");
    await expect.poll(() => chosen(other)).toMatch(/embed chunk\s+failed/);
  });
});

it("the critical path is marked on request, and the address holds it", async () => {
  const visited = await visit();
  const { page } = visited;
  const critical = page.locator("[data-critical]");
  expect(await critical.count()).toBe(0);
  await tree(page).focus();
  await page.keyboard.press("c");
  await expect
    .poll(() => names(critical))
    .toEqual(["agent", "plan", "approval", "embed chunk", "search", "query", "answer"]);
  expect(await page.getByRole("button", { name: "Critical path" }).getAttribute("aria-pressed")).toBe("true");
  expect(await visited.axeFindings()).toEqual([]);
  const again = (await visit(new URL(page.url()).search)).page;
  expect(await again.locator("[data-critical]").count()).toBe(7);
});

it("interrupts can be seen in the tree, beside the observation, and found", async () => {
  const { page } = await visit();
  // The tree is there before the metadata that says so.
  await expect.poll(() => page.getByRole("treeitem", { name: "approval" }).innerText()).toContain("interrupted");
  await page.getByLabel("Search observations").fill("interrupted");
  await page.keyboard.press("Enter");
  await expect.poll(() => chosen(page)).toContain("approval");
  await expect.poll(() => page.getByRole("article").innerText()).toContain("interrupted");
});

it("digits move the focus to the sections of the observation, and Escape back to the tree", async () => {
  const { page } = await visit(`?observation=${id(63)}`);
  await page.getByRole("region", { name: "Scores" }).waitFor();
  await page.keyboard.press("1");
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, "document").activeElement.ariaLabel))
    .toBe("Scores");
  await page.keyboard.press("Escape");
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, "document").activeElement.ariaLabel))
    .toBe("Observations");
});
