import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { LOCAL_KEYS } from "@svc/core/internal";
import { type RunningServer, startServer } from "@svc/server";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Form } from "../../support/application/asking-application.ts";
import { pageVisits } from "../../support/page/page-visits.ts";
import { type Visit, settled } from "../../support/page/visit.ts";
import { type TestSpan, send } from "../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../support/server/own-server.ts";

const open = pageVisits();

const server = serverOfAllTests();

const listPath = (query = ""): string => `${server.url}/project/${server.projectId}/traces${query}`;

/** Globals that a page has and this process has not. */
interface Styles {
  getComputedStyle(element: unknown): { unicodeBidi: string };
}

const START = Date.now() - 60_000;
const traceId = (n: number): string => n.toString(16).padStart(32, "0");
const spanId = (n: number): string => n.toString(16).padStart(16, "0");

/** Returns the texts of the rows, cell by cell. */
async function rows({ page }: Visit): Promise<string[][]> {
  const found = page.locator("[role=row][data-index]");
  await found.first().waitFor();
  return found.evaluateAll((elements) =>
    elements
      .toSorted((one, other) => Number(one.dataset["index"]) - Number(other.dataset["index"]))
      .map((row) =>
        Array.from(row.querySelectorAll("[role=cell]"), (cell) => (cell as { innerText: string }).innerText.trim()),
      ),
  );
}

const names = async (visited: Visit): Promise<string[]> =>
  (await rows(visited)).map(([first = ""]) => first.split("\n").at(-1) ?? "");

describe("the traces of a real application", () => {
  let form: Form;
  beforeAll(async () => {
    form = await Form.start();
  });
  afterAll(() => form.stop());

  it("appear by themselves in a list that said the next command", async () => {
    const visited = await open(form.service.url);
    const { page, problems } = visited;
    expect(page.url()).toBe(`${form.service.url}/project/svc-local/traces`);
    const command = page.getByText("node --import @svc/register app.js");
    await command.waitFor();
    expect(await page.locator("pre").innerText()).toContain(`export SVC_SECRET_KEY=${LOCAL_KEYS.secretKey}`);
    expect(await visited.axeFindings()).toEqual([]);
    await page.getByText("Live", { exact: true }).waitFor();

    const { exitCode } = await form.run(["--import", "@svc/register"], ["ask.mjs"]);
    expect(exitCode).toBe(0);
    const [row] = await rows(visited);
    const [generation] = await form.generations();
    expect(row?.[0]).toContain(generation!.name);
    expect(row?.slice(1, 3)).toEqual(["Say hello.", "Atlantic Ocean."]);
    expect(row?.[5]).toBe(String(generation!.usageDetails["total"]));
    expect(row?.[8]).toBe(generation!.providedModelName);
    expect(await visited.axeFindings()).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("open from their row", async () => {
    const { page } = await open(form.service.url);
    await page.locator("[role=row][data-index] a").first().click();
    await page.waitForURL(/\/traces\/[0-9a-f]{32}$/);
    const [generation] = await form.service.observations({ type: "GENERATION" });
    expect(page.url()).toContain(generation!.traceId);
  });
});

describe("a row", () => {
  it("is a whole trace: two roots, their children, totals and failures", async () => {
    const at = (ms: number, length: number): Pick<TestSpan, "start" | "end"> => ({
      start: START + ms,
      end: START + ms + length,
    });
    const of = { traceId: traceId(1) };
    await send(server, {
      spans: [
        { ...of, spanId: spanId(1), name: "first root", ...at(0, 100), attributes: { [svc.TRACE_USER_ID]: "user-7" } },
        { ...of, spanId: spanId(2), name: "second root", ...at(200, 300) },
        {
          ...of,
          spanId: spanId(3),
          parentSpanId: spanId(2),
          name: "the call",
          ...at(210, 50),
          status: { code: 2, message: "broken" },
          attributes: {
            [svc.OBSERVATION_TYPE]: "generation",
            [svc.OBSERVATION_MODEL]: "some-model",
            [svc.OBSERVATION_INPUT]: JSON.stringify([
              { role: "system", content: "Be kind." },
              { role: "user", content: "Where\nis <b>it</b>?" },
              { role: "user", content: `And ${"x".repeat(4_000_000)}?` },
            ]),
            [svc.OBSERVATION_OUTPUT]: '{"role":"assistant","content":"Here."}',
            [svc.OBSERVATION_USAGE_DETAILS]: '{"input":1000,"output":234}',
            [svc.OBSERVATION_COST_DETAILS]: '{"input":0.5,"output":1}',
          },
        },
      ],
    });
    const [row] = await rows(await open(listPath()));
    expect(row?.slice(1, 3)).toEqual(["Where is <b>it</b>?", "Here."]);
    expect(row?.slice(4, 10)).toEqual(["500 ms", "1,234", "$1.50", "1", "some-model", "user-7"]);
  });

  it("stands for a trace whose root is elsewhere, and for one whose parents are a circle", async () => {
    await send(server, {
      spans: [
        { traceId: traceId(2), spanId: spanId(1), parentSpanId: spanId(99), name: "served", start: START, end: START },
        { traceId: traceId(2), spanId: spanId(2), parentSpanId: spanId(1), name: "inner", start: START, end: START },
        { traceId: traceId(3), spanId: spanId(1), parentSpanId: spanId(2), name: "ring", start: START, end: START },
        { traceId: traceId(3), spanId: spanId(2), parentSpanId: spanId(1), name: "ring", start: START, end: START },
      ],
    });
    const shown = await names(await open(listPath()));
    expect(shown.filter((name) => ["served", "inner", "ring"].includes(name)).toSorted()).toEqual(["ring", "served"]);
  });

  it("keeps hostile names as text, and their direction to themselves", async () => {
    const hostile = '<script>alert(1)</script><img src=x onerror="alert(2)">';
    const turned = "\u202Egnp.exe";
    await send(server, {
      spans: [
        { traceId: traceId(4), name: hostile, start: START + 1, end: START + 1 },
        {
          traceId: traceId(5),
          name: turned,
          start: START + 2,
          end: START + 2,
          attributes: { [svc.TRACE_USER_ID]: hostile, [svc.OBSERVATION_INPUT]: "x".repeat(5_000_000) },
        },
      ],
    });
    const visited = await open(listPath());
    expect(await names(visited)).toEqual(expect.arrayContaining([hostile, turned]));
    const isolated = visited.page.locator("bdi", { hasText: "gnp.exe" }).first();
    const direction = isolated.evaluate(
      (element) => (globalThis as unknown as Styles).getComputedStyle(element).unicodeBidi,
    );
    expect(await direction).toBe("isolate");
    expect(await visited.axeFindings()).toEqual([]);
    expect(visited.problems).toEqual([]);
  });
});

describe("the list", () => {
  let own: RunningServer;
  const at = (query = ""): string => `${own.url}/project/${own.projectId}/traces${query}`;
  const span = (n: number, more: TestSpan = {}): TestSpan => ({
    traceId: traceId(n + 1),
    name: `trace ${n}`,
    start: START + n,
    end: START + n + 1 + (n % 100),
    ...more,
  });
  beforeAll(async () => {
    own = await startServer({ port: 0, memory: true });
    await send(own, { spans: Array.from({ length: 500 }, (_, n) => span(n)) });
    const many = Array.from({ length: 1_500 }, (_, n) => ({
      traceId: traceId(9_999),
      spanId: spanId(n + 1),
      ...(n > 0 && { parentSpanId: spanId(1) }),
      name: n === 0 ? "large trace" : "part",
      start: START + 1_000 + n,
      end: START + 3_000,
    }));
    await send(own, { spans: many });
  });
  afterAll(() => own.close());

  const listScroller = ({ page }: Visit): Locator => page.locator("[aria-busy]").last();
  const scrollTo = async (visited: Visit, last: string): Promise<void> => {
    await expect
      .poll(
        async () => {
          await listScroller(visited).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
          return (await names(visited)).at(-1);
        },
        { timeout: 30_000 },
      )
      .toBe(last);
  };

  it("reads on while it is scrolled, and holds only the rows in the window", async () => {
    const visited = await open(at());
    const { page } = visited;
    expect((await names(visited)).slice(0, 3)).toEqual(["large trace", "trace 499", "trace 498"]);
    await scrollTo(visited, "trace 0");
    expect((await rows(visited)).length).toBeLessThan(80);
    expect(await page.getByRole("table").getAttribute("aria-rowcount")).toBe("502");
  });

  it("is found as it was left by who comes back from a trace, without reading its pages again", async () => {
    const visited = await open(at());
    const { page, requests } = visited;
    const scroller = listScroller(visited);
    await scrollTo(visited, "trace 0");
    const row = page.getByRole("link", { name: "trace 5", exact: true });
    await row.click();
    await page.getByRole("tree").waitFor();
    const before = requests.length;
    await page.goBack();
    await row.waitFor();
    expect(await scroller.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(1_000);
    await settled(page);
    // Two reads make the first page, because the first one finds little but the large trace; a third would be of the second page.
    expect(requests.slice(before).filter((url) => url.includes("limit=400")).length).toBeLessThan(3);
  });

  it("does not move what is being read when new traces arrive", async () => {
    const visited = await open(at());
    const { page } = visited;
    await page.getByText("Live", { exact: true }).waitFor();
    await page.locator("[role=row][data-index]").nth(3).hover();
    const before = await names(visited);
    await send(own, { spans: [span(10_001, { name: "new one" }), span(10_002, { name: "new two" })] });
    const show = page.getByRole("button", { name: "Show 2 new traces" });
    await show.waitFor();
    expect(await names(visited)).toEqual(before);
    await show.click();
    expect((await names(visited)).slice(0, 2)).toEqual(["new two", "new one"]);
  });

  it("has its order, filter and time in the address", async () => {
    const visited = await open(at());
    const { page } = visited;
    await page.getByRole("button", { name: "Latency" }).click();
    await page.getByRole("combobox", { name: "Filter" }).fill("name starts with trace 19");
    await page.keyboard.press("Enter");
    await page.getByLabel("Time").selectOption("1h");
    await page.getByRole("button", { name: 'Remove name starts with "trace 19"' }).waitFor();
    await settled(page);
    const expected = ["199", "198", "197", "196", "195", "194", "193", "192", "191", "190", "19"].map(
      (n) => `trace ${n}`,
    );
    await expect.poll(() => names(visited)).toEqual(expected);
    expect(await visited.axeFindings()).toEqual([]);

    const again = await open(page.url());
    expect(await names(again)).toEqual(expected);
    expect(await again.page.getByLabel("Time").inputValue()).toBe("1h");
    expect(await again.page.getByRole("columnheader", { name: "Latency" }).getAttribute("aria-sort")).toBe(
      "descending",
    );
    await again.page.getByRole("button", { name: /^Remove/ }).click();
    await expect.poll(async () => (await names(again)).length).toBeGreaterThan(20);
    expect(new URL(again.page.url()).searchParams.get("filter")).toBeNull();
  });

  it("says so when nothing meets the filter, and what is wrong with a condition", async () => {
    const condition = (column: string): string =>
      `?filter=${encodeURIComponent(JSON.stringify([{ type: "string", column, operator: "=", value: "none" }]))}`;
    const none = await open(at(condition("name")));
    await none.page.getByText("No trace meets the filter.").waitFor();
    const wrong = await open(at(condition("noSuchColumn")));
    expect(await wrong.page.getByRole("alert").innerText()).toContain("noSuchColumn");
    const broken = await open(at("?filter=%7Bnot+json&order=nothing&range=never"));
    expect((await names(broken))[0]).toMatch(/large trace|new/);
  });
});

describe("every view", () => {
  beforeAll(() => send(server, { spans: [{ traceId: traceId(6), name: "one of all", start: START, end: START }] }));

  it("asks no other host, in a first load of less than 158 kB", async () => {
    const { requests, page } = await open(listPath());
    expect(new Set(requests.map((url) => new URL(url).origin))).toEqual(new Set([server.url]));
    const entries = await page.evaluate(() =>
      performance.getEntries().map((entry) => entry.toJSON() as { name: string; encodedBodySize?: number }),
    );
    const sizes = entries.flatMap(({ name, encodedBodySize }) =>
      encodedBodySize === undefined || name.includes("/api/") ? [] : encodedBodySize,
    );
    expect(sizes.length).toBeGreaterThanOrEqual(3);
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(158_000);
  });

  it.each(["light", "dark"] as const)("has no axe finding on a phone, %s", async (colorScheme) => {
    const visited = await open(listPath(), { colorScheme, viewport: { width: 390, height: 844 } });
    await rows(visited);
    expect(await visited.axeFindings()).toEqual([]);
    const width = await visited.page.locator("html").evaluate(({ scrollWidth }) => scrollWidth);
    expect(width).toBe(390);
  });

  it.each(["/nothing", "/project/svc-local/nothing"])("at %s says that there is nothing", async (path) => {
    const visited = await open(server.url + path);
    await visited.page.getByRole("heading", { name: "There is nothing here" }).waitFor();
    expect(await visited.axeFindings()).toEqual([]);
  });
});

describe("access", () => {
  it("is that of the key pair that the browser was given, for data and events too", async () => {
    const keys = { publicKey: "pk-own", secretKey: "sk-own" };
    const shared = await startServer({ port: 0, memory: true, keys, openToThisMachine: true });
    // The service stands behind a host name that is not one of this machine.
    const options = { proxy: { server: shared.url } };
    const refused = await open("http://svc.example/project/svc-local/nothing", options).catch(String);
    expect(refused).toContain("ERR_INVALID_AUTH_CREDENTIALS");
    const httpCredentials = { username: keys.publicKey, password: keys.secretKey };
    const visited = await open("http://svc.example/", { ...options, httpCredentials });
    expect(visited.page.url()).toBe("http://svc.example/project/svc-local/traces");
    await visited.page.getByText("Live", { exact: true }).waitFor();
    await send(shared, { spans: [{ name: "of the project" }] });
    expect(await names(visited)).toEqual(["of the project"]);
    await shared.close();
  });
});
