import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { type RunningServer, startServer } from "@svc/server";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pageVisits } from "../../support/page/page-visits.ts";
import { AUTHORIZATION, send } from "../../support/server/otlp-calls.ts";

const HOUR = 3_600_000;
const START = Date.parse("2026-11-20T10:00:00.000Z");

const open = pageVisits();
let server: RunningServer;

const traceId = (n: number): string => (n + 1).toString(16).padStart(32, "0");

beforeAll(async () => {
  server = await startServer({ port: 0, memory: true });
  // One trace an hour; each third one failed, each fourth one speaks of a parcel.
  const spans = Array.from({ length: 24 }, (_, n) => ({
    traceId: traceId(n),
    name: n % 2 === 0 ? "even trace" : "odd trace",
    start: START + n * HOUR,
    end: START + n * HOUR + 1_000 * (n + 1),
    ...(n % 3 === 0 && { status: { code: 2, message: "broken" } }),
    attributes: {
      [svc.OBSERVATION_TYPE]: "generation",
      [svc.OBSERVATION_OUTPUT]: n % 4 === 0 ? "Your parcel is here" : "It is late",
      [svc.OBSERVATION_COST_DETAILS]: '{"total":0.5}',
      [svc.OBSERVATION_COMPLETION_START_TIME]: new Date(START + n * HOUR + 250).toISOString(),
      [svc.TRACE_TAGS]: n === 5 ? ["gold, or silver"] : [],
    },
  }));
  await send(server, { spans });
  await fetch(`${server.url}/api/public/scores`, {
    method: "POST",
    headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
    body: JSON.stringify({ traceId: traceId(23), name: "helpful, or not", value: 0.75, dataType: "NUMERIC" }),
  });
});
afterAll(() => server.close());

const at = (query = ""): string => `${server.url}/project/${server.projectId}/traces${query}`;
const filterOf = (...conditions: object[]): string => `?filter=${encodeURIComponent(JSON.stringify(conditions))}`;
const field = (page: Page): Locator => page.getByRole("combobox", { name: "Filter" });
const rows = (page: Page): Locator => page.locator("[role=row][data-index]");
const parameter = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);

describe("the filter as text", () => {
  it("offers columns, operators and known values to the keyboard", async () => {
    const visited = await open(at());
    const { page } = visited;
    await field(page).focus();
    const options = page.getByRole("option");
    await options.getByText("providedModelName", { exact: true }).waitFor();
    await page.keyboard.type("nam");
    await page.keyboard.press("Enter");
    expect(await field(page).inputValue()).toBe("name ");
    expect(await options.allInnerTexts()).toContain("starts with");
    expect(await visited.axeFindings()).toEqual([]);
    await page.keyboard.type("= ");
    await options.getByText("odd trace").waitFor();
    await page.keyboard.type("odd");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    expect(await field(page).inputValue()).toBe('name = "odd trace"');
    await page.keyboard.type(" and level = ERROR");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Remove level = ERROR" }).waitFor();
    await expect.poll(() => rows(page).count()).toBe(4);
    expect(await field(page).inputValue()).toBe("");
  });

  it("says what is wrong with a condition, and adds nothing", async () => {
    const visited = await open(at());
    const { page } = visited;
    const problems = [
      ["nothing = 1", "There is no column nothing"],
      ["latency = soon", "A number is expected"],
      ["latency >", "A value is expected"],
      ["metadata = 1", "metadata needs a key"],
      ["name = a and level any of DEBUG, ERROR OR (name = b", "A closing parenthesis is expected, at character 52"],
      ["level = ERROR or nmae = x", "There is no column nmae, at character 18"],
      ["name = this or that", "There is no column that, at character 16"],
      ["name like x", "One of these is expected: =, contains"],
    ];
    for (const [text = "", problem = ""] of problems) {
      await field(page).fill(text);
      await page.keyboard.press("Enter");
      expect(await page.getByRole("alert").innerText()).toContain(problem);
      expect(await page.getByRole("listbox", { name: "Suggestions" }).isVisible()).toBe(false);
    }
    expect(await visited.axeFindings()).toEqual([]);
    expect(parameter(page, "filter")).toBeNull();
    expect(await field(page).evaluate((element: { selectionStart: unknown }) => element.selectionStart)).toBe(5);
    // The words stay a value in quotation marks.
    await field(page).fill('name = "this or that"');
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: 'Remove name = "this or that"' }).waitFor();
    await page.getByText("No trace meets the filter").waitFor();
    await page.getByRole("region", { name: "Charts" }).waitFor({ state: "detached" });
  });

  it("joins conditions by or, not and parentheses, and keeps them in the address", async () => {
    const visited = await open(at());
    const { page } = visited;
    const text = 'level = ERROR or (name = "odd trace" and not latency > 4)';
    await field(page).fill(`${text} and latency > 0`);
    await page.keyboard.press("Enter");
    const shown = 'level = ERROR or name = "odd trace" and not latency > 4 and latency > 0';
    await page.getByRole("button", { name: shown, exact: true }).waitFor();
    // Eight that failed, and of the traces of 2 and 4 s the one that did not.
    await expect.poll(() => rows(page).count()).toBe(9);
    await expect
      .poll(() => page.getByRole("region", { name: "Charts" }).innerText())
      .toMatch(/Traces\s+9\s+Failed\s+8/);
    const again = await open(page.url());
    await again.page.getByRole("button", { name: shown, exact: true }).waitFor();
    expect(await rows(again.page).count()).toBe(9);
    expect(await visited.axeFindings()).toEqual([]);
  });

  it("changes a chip as text, with commas and quotation marks", async () => {
    const { page } = await open(
      at(filterOf({ type: "arrayOptions", column: "tags", operator: "any of", value: ["gold, or silver"] })),
    );
    expect(await rows(page).count()).toBe(1);
    await page.getByRole("button", { name: 'tags any of "gold, or silver"', exact: true }).click();
    await expect.poll(() => field(page).inputValue()).toBe('tags any of "gold, or silver"');
    await page.keyboard.press("End");
    await page.keyboard.type(",other");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: 'Remove tags any of "gold, or silver",other' }).waitFor();
    await expect.poll(() => rows(page).count()).toBe(1);
  });
});

it("the search finds texts in inputs and outputs", async () => {
  const { page } = await open(at());
  const search = page.getByLabel("Search input and output");
  await search.fill("PARCEL");
  await search.press("Enter");
  await expect.poll(() => rows(page).count()).toBe(6);
  expect(parameter(page, "search")).toBe("PARCEL");
  await search.fill("");
  await expect.poll(() => rows(page).count()).toBe(24);
});

it("the columns of the address are shown, and can be chosen", async () => {
  const visited = await open(at("?columns=firstToken,scores"));
  const { page } = visited;
  const heads = page.getByRole("columnheader");
  expect(await heads.allInnerTexts()).toEqual(["Trace", "First token", "Scores"]);
  expect((await rows(page).first().innerText()).split("\n")).toEqual(
    expect.arrayContaining(["250 ms", "helpful, or not 0.75"]),
  );
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Cost" }).check();
  expect(await visited.axeFindings()).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => heads.allInnerTexts()).toEqual(["Trace", "First token", "Cost", "Scores"]);
  expect(parameter(page, "columns")).toBe("firstToken,cost,scores");
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "helpful, or not" }).check();
  await page.getByRole("checkbox", { name: "Scores" }).uncheck();
  expect(await visited.axeFindings()).toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => heads.allInnerTexts()).toEqual(["Trace", "First token", "Cost", "helpful, or not"]);
  const again = await open(page.url());
  expect(await again.page.getByRole("columnheader").allInnerTexts()).toEqual(await heads.allInnerTexts());
  expect((await rows(again.page).first().innerText()).split("\n").at(-1)).toBe("0.75");
});

it("a view is kept under a name, with filter, columns, order and time, and deleted", async () => {
  const query = `${filterOf({ type: "string", column: "name", operator: "=", value: "50% a, b" })}&columns=cost,score.a~.b&order=cost&range=30d`;
  const visited = await open(at(query));
  const { page } = visited;
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("dear <b>ones</b>");
  await page.getByRole("button", { name: "Save this list" }).click();
  await page.getByRole("link", { name: "dear <b>ones</b>" }).waitFor();
  expect(await visited.axeFindings()).toEqual([]);
  const other = await open(at());
  await other.page.getByRole("button", { name: "Views" }).click();
  await other.page.getByRole("link", { name: "dear <b>ones</b>" }).click();
  await other.page.getByRole("button", { name: 'name = "50% a, b"', exact: true }).waitFor();
  expect(new URL(other.page.url()).search).toBe(new URL(page.url()).search);
  await other.page.getByRole("button", { name: "Views" }).click();
  await other.page.getByRole("button", { name: "Delete dear <b>ones</b>" }).click();
  await expect.poll(() => other.page.getByRole("link", { name: "dear <b>ones</b>" }).count()).toBe(0);
  expect(other.problems).toEqual([]);
});

describe("the charts", () => {
  it("show volume, failures, latency and cost of what the filter finds", async () => {
    const visited = await open(at());
    const charts = visited.page.getByRole("region", { name: "Charts" });
    await charts.locator("canvas").nth(3).waitFor();
    await expect.poll(() => charts.innerText()).toMatch(/Traces\s+24\s+Failed\s+8\s+Latency[^]*Cost\s+\$12\.00/);
    expect(await charts.innerText()).toMatch(/p50\s+12\.50 s\s+p95\s+22\.85 s/);
    expect(await visited.axeFindings()).toEqual([]);
    expect(visited.problems).toEqual([]);
    const failed = await open(at(filterOf({ type: "string", column: "level", operator: "=", value: "ERROR" })));
    await expect
      .poll(() => failed.page.getByRole("region", { name: "Charts" }).innerText())
      .toMatch(/Traces\s+8\s+Failed\s+8/);
  });

  it("have no numbers of the filter before while those of a filter are read", async () => {
    const { page } = await open(at());
    const charts = page.getByRole("region", { name: "Charts" });
    await expect.poll(() => charts.innerText()).toMatch(/Traces\s+24\s/);
    let [asked, goOn] = [false, (): void => undefined];
    const isHeld = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route("**/v2/metrics?**", async (route) => {
      asked ||= route.request().url().includes("timeDimension");
      await isHeld;
      await route.continue();
    });
    await field(page).fill("level = ERROR");
    await page.keyboard.press("Enter");
    // Neither waits for the list, whose totals are held as well.
    await expect.poll(() => charts.innerText()).toMatch(/Traces\s+reading…\s+Failed\s+reading…/);
    await expect.poll(() => asked).toBe(true);
    goOn();
    await expect.poll(() => charts.innerText()).toMatch(/Traces\s+8\s+Failed\s+8/);
  });

  it("take the pointer for a choice of time, which the address holds", async () => {
    const { page } = await open(at());
    const plot = page.locator(".u-over").first();
    await expect.poll(() => page.getByRole("region", { name: "Charts" }).innerText()).toContain("24");
    const { x, y, width, height } = (await plot.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width - 2, y + height / 2, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => parameter(page, "from")).not.toBeNull();
    await expect.poll(() => rows(page).count()).toBeLessThan(15);
    await expect.poll(() => rows(page).count()).toBeGreaterThan(9);
    expect(await page.getByLabel("Time").inputValue()).toBe("custom");
    await page.goBack();
    await expect.poll(() => rows(page).count()).toBe(24);
  });

  it("have the days of the browser's time zone, as the list has its times", async () => {
    const own = await startServer({ port: 0, memory: true, keepDays: 0 });
    // An evening in Los Angeles, which is the next day in UTC.
    const evening = Date.parse("2026-11-16T06:30:00.000Z");
    const starts = [Date.parse("2026-10-12T20:00:00.000Z"), ...Array.from({ length: 10 }, (_, n) => evening + n)];
    await send(own, { spans: starts.map((start, n) => ({ traceId: traceId(n), start, end: start + 1 })) });
    const address = `${own.url}/project/${own.projectId}/traces`;
    const { page, problems } = await open(address, { timezoneId: "America/Los_Angeles" });
    await expect.poll(() => page.getByRole("region", { name: "Charts" }).innerText()).toMatch(/Traces\s+11\s/);
    expect(await rows(page).first().innerText()).toContain("2026-11-15 22:30");
    const { x, y, width, height } = (await page.locator(".u-over").first().boundingBox())!;
    // The last of 35 days.
    await page.mouse.move(x + width - (width / 35) * 1.2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width - 1, y + height / 2, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => parameter(page, "from")).toBe("2026-11-15T08:00:00.000Z");
    await expect.poll(() => rows(page).count()).toBe(10);
    expect(problems).toEqual([]);
    await own.close();
  });

  it("follow what arrives", async () => {
    const own = await startServer({ port: 0, memory: true });
    const one = { name: "one", start: Date.now() - 60_000, end: Date.now() - 59_000 };
    await send(own, { spans: [{ ...one, traceId: traceId(1) }] });
    const { page } = await open(own.url);
    const charts = page.getByRole("region", { name: "Charts" });
    await expect.poll(() => charts.innerText()).toMatch(/Traces\s+1\s/);
    await page.getByText("Live", { exact: true }).waitFor();
    await send(own, { spans: [{ ...one, traceId: traceId(2) }] });
    await expect.poll(() => charts.innerText(), { timeout: 20_000 }).toMatch(/Traces\s+2\s/);
    await own.close();
  });

  it("can be hidden, and are on a phone until they are asked for", async () => {
    const { page } = await open(at(), { viewport: { width: 390, height: 844 } });
    const charts = page.getByRole("region", { name: "Charts" });
    expect(await charts.count()).toBe(0);
    await page.getByRole("button", { name: "Charts" }).click();
    await charts.locator("canvas").first().waitFor();
    expect(await page.locator("html").evaluate(({ scrollWidth }) => scrollWidth)).toBe(390);
  });
});

it("start and end of the time can be typed, in the time zone of the browser", async () => {
  const visited = await open(at(), { timezoneId: "Asia/Tokyo" });
  const { page } = visited;
  await page.getByLabel("Time").selectOption("custom");
  await page.getByLabel("From", { exact: true }).fill("2026-11-20T20:00:00");
  await page.getByLabel("From", { exact: true }).press("Enter");
  await page.getByLabel("To", { exact: true }).fill("2026-11-20T22:00:00");
  await page.getByLabel("To", { exact: true }).press("Enter");
  await expect.poll(() => rows(page).count()).toBe(2);
  expect(parameter(page, "from")).toBe("2026-11-20T11:00:00.000Z");
  expect(parameter(page, "to")).toBe("2026-11-20T13:00:00.000Z");
  expect(await visited.axeFindings()).toEqual([]);
});
