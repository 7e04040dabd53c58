import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { type RunningServer, startServer } from "@svc/server";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runExample } from "../../support/application/example.ts";
import { pageVisits } from "../../support/page/page-visits.ts";
import { type Visit, settled } from "../../support/page/visit.ts";
import { AUTHORIZATION, type TestSpan, send } from "../../support/server/otlp-calls.ts";

const visit = pageVisits();
let server: RunningServer;

const traceId = (n: number): string => n.toString(16).padStart(32, "0");
const spanId = (n: number): string => n.toString(16).padStart(16, "0");
const EXAMPLE = traceId(1);
const FAILED = traceId(2);

beforeAll(async () => {
  server = await startServer({ port: 0, memory: true });
  await runExample(server.url, EXAMPLE);
  await runExample(server.url, FAILED, { OPENAI_API_KEY: "sk-none", OPENAI_BASE_URL: `${server.url}/no-model/v1` });
});
afterAll(() => server.close());

const open = async (trace: string, options?: BrowserContextOptions): Promise<Visit> =>
  visit(`${server.url}/project/${server.projectId}/traces/${trace}`, options);

const chosen = (page: Page): Promise<string> => page.getByRole("treeitem", { selected: true }).innerText();
const tree = (page: Page): ReturnType<Page["getByRole"]> => page.getByRole("tree", { name: "Observations" });

describe("the trace of a real application", () => {
  it("is a tree with the first token, and the chosen call is a conversation", async () => {
    const visited = await open(EXAMPLE);
    const { page, problems } = visited;
    expect(await page.getByRole("treeitem").count()).toBe(2);
    expect(await page.locator("[data-first-token]").count()).toBe(1);
    await tree(page).focus();
    await page.keyboard.press("End");
    const conversation = page.getByRole("region", { name: "Conversation" });
    await conversation.getByText("Where is my order 1042?").waitFor();
    const call = conversation.locator("h4", { hasText: "find_order" }).locator("xpath=../..");
    expect(await call.innerText()).toMatch(/1042[^]*result[^]*The Left Hand of Darkness/);
    await conversation.getByText(/should be with you on Thursday/).waitFor();
    expect(await conversation.locator("li").allInnerTexts()).toHaveLength(4);
    const usage = page.getByRole("region", { name: "Usage and cost" });
    expect(await usage.getByRole("row").allInnerTexts()).toContainEqual(expect.stringMatching(/^total\s+\d+/));
    expect(await page.getByRole("region", { name: "Parameters" }).innerText()).toContain("temperature");
    expect(await visited.axeFindings()).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("shows at a glance what failed, and why", async () => {
    const visited = await open(FAILED);
    const { page } = visited;
    expect(await chosen(page)).toContain("failed");
    expect(await page.getByRole("article").innerText()).toMatch(/ERROR[^]*404/);
    expect(await visited.axeFindings()).toEqual([]);
  });

  it("is copied as JSON", async () => {
    const { page } = await open(EXAMPLE, { permissions: ["clipboard-read", "clipboard-write"] });
    await settled(page);
    await page.getByRole("button", { name: "Copy as JSON" }).click();
    await page.getByText("Copied", { exact: true }).waitFor();
    const copied = JSON.parse(
      await page.evaluate(() =>
        (navigator as unknown as { clipboard: { readText(): Promise<string> } }).clipboard.readText(),
      ),
    ) as { traceId: string };
    expect(copied.traceId).toBe(EXAMPLE);
  });

  it.each(["light", "dark"] as const)("has no axe finding on a phone, %s", async (colorScheme) => {
    const visited = await open(EXAMPLE, { colorScheme, viewport: { width: 390, height: 844 } });
    expect(await visited.axeFindings()).toEqual([]);
    expect(await visited.page.locator("html").evaluate(({ scrollWidth }) => scrollWidth)).toBe(390);
  });
});

describe("an observation", () => {
  const hostile = '<script>alert(1)</script><img src=x onerror="alert(2)">';
  const PIXEL =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

  it("has thinking folded, images inline, exceptions with stacks, metadata and scores", async () => {
    const of = traceId(10);
    const input = [
      {
        role: "user",
        content: [
          { type: "text", text: "What is this?" },
          { type: "image_url", image_url: { url: PIXEL } },
          { type: "image_url", image_url: { url: "https://other.example/picture.png" } },
        ],
      },
    ];
    const output = {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "hidden thought" },
        { type: "text", text: "A pixel" },
      ],
    };
    await send(server, {
      spans: [
        {
          traceId: of,
          name: "describe",
          attributes: {
            [svc.OBSERVATION_TYPE]: "generation",
            [svc.OBSERVATION_INPUT]: JSON.stringify(input),
            [svc.OBSERVATION_OUTPUT]: JSON.stringify(output),
            [`${svc.OBSERVATION_METADATA}.plan`]: "gold",
          },
          events: [
            {
              name: "exception",
              attributes: {
                "exception.type": "TypeError",
                "exception.message": "bad",
                "exception.stacktrace": "at lines\nat more",
              },
            },
          ],
        },
      ],
    });
    const score = { traceId: of, name: "helpful", value: 0.75, dataType: "NUMERIC", comment: "well done" };
    await fetch(`${server.url}/api/public/scores`, {
      method: "POST",
      headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
      body: JSON.stringify(score),
    });
    const visited = await open(of);
    const { page, requests } = visited;
    const conversation = page.getByRole("region", { name: "Conversation" });
    await conversation.getByText("A pixel").waitFor();
    const [image] = await conversation.getByRole("img").all();
    expect(await image!.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth)).toBe(1);
    expect(await conversation.innerText()).toContain("https://other.example/picture.png");
    expect(requests.filter((url) => url.includes("other.example"))).toEqual([]);
    expect(await conversation.getByText("hidden thought").isVisible()).toBe(false);
    await conversation.getByText("Thinking").click();
    expect(await conversation.getByText("hidden thought").isVisible()).toBe(true);
    expect(await page.getByRole("region", { name: "Exceptions" }).innerText()).toMatch(
      /TypeError: bad\s+at lines\nat more/,
    );
    expect(await page.getByRole("region", { name: "Metadata" }).innerText()).toContain("gold");
    expect(await page.getByRole("region", { name: "Scores" }).innerText()).toMatch(
      /helpful\s+0\.75\s+trace\s+API\s+well done/,
    );
    expect(await visited.axeFindings()).toEqual([]);
    expect(visited.problems).toEqual([]);
  });

  it.each([
    ["script tags", hostile, hostile],
    ["broken JSON", '{"messages": [', '{"messages": ['],
    ["direction marks", "\u202Egnp.exe", "\u202Egnp.exe"],
    ["5 MB", "long ".repeat(1_000_000), "characters are left"],
    ["5 MB in JSON", JSON.stringify({ list: Array.from({ length: 500_000 }, (_, n) => n) }), "list:"],
  ])("with %s as input is harmless", async (name, input, shown) => {
    const of = traceId(100 + name.length);
    await send(server, {
      spans: [
        {
          traceId: of,
          name: `${hostile}\u202E`,
          status: { code: 2, message: hostile },
          attributes: { [svc.OBSERVATION_INPUT]: input, [svc.OBSERVATION_MODEL]: hostile },
        },
      ],
    });
    const visited = await open(of);
    await visited.page.getByRole("region", { name: "Input" }).waitFor();
    expect(await visited.page.getByRole("region", { name: "Input" }).innerText()).toContain(shown);
    expect(visited.problems).toEqual([]);
  });
});

describe("10,000 observations", () => {
  const LARGE = traceId(50);
  const COUNT = 10_000;
  const START = Date.now() - 60_000;
  beforeAll(async () => {
    const parentOf = (n: number): TestSpan =>
      n === 0 ? {} : { parentSpanId: spanId(n % 100 === 0 ? 1 : n - (n % 100) + 1) };
    const spans = Array.from({ length: COUNT }, (_, n) => ({
      traceId: LARGE,
      spanId: spanId(n + 1),
      ...parentOf(n),
      name: `step ${n}`,
      start: START + n,
      end: START + n + 5,
      ...(n === 7_777 && { status: { code: 2, message: "broken" } }),
    }));
    for (let from = 0; from < COUNT; from += 2_000) await send(server, { spans: spans.slice(from, from + 2_000) });
  });

  it("are moved through by the keyboard alone", async () => {
    const { page, problems } = await open(LARGE);
    await page.getByText("10,000 observations").waitFor();
    await tree(page).focus();
    const steps: Array<[string, string]> = [
      ["ArrowDown", "step 1"],
      ["End", "step 9999"],
      ["ArrowLeft", "step 9900"],
      ["ArrowLeft", "step 9900"],
      ["ArrowDown", "step 9900"],
      ["ArrowRight", "step 9900"],
      ["ArrowRight", "step 9901"],
      ["Home", "step 0"],
      ["]", "step 7777"],
    ];
    for (const [key, name] of steps) {
      await page.keyboard.press(key);
      await expect.poll(() => chosen(page)).toMatch(new RegExp(`${name}(\\n|$)`));
    }
    expect(await page.getByRole("treeitem").count()).toBeLessThan(100);
    await expect.poll(() => new URL(page.url()).searchParams.get("observation")).toBe(spanId(7_778));

    await page.keyboard.press("/");
    await page.keyboard.type("step 500");
    await page.getByText("11 found").waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("[");
    await expect.poll(() => chosen(page)).toContain("step 5009");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    expect(problems).toEqual([]);
  });

  it("open at the observation of the address", async () => {
    const { page } = await open(`${LARGE}?observation=${spanId(5_001)}`);
    await expect.poll(() => chosen(page)).toContain("step 5000");
    await page.getByRole("heading", { level: 2, name: "step 5000" }).waitFor();
  });
});

describe("a trace", () => {
  it("that is not here says so, and appears when it arrives", async () => {
    const visited = await open(traceId(404));
    const { page } = visited;
    await page.getByRole("heading", { name: "There is no such trace" }).waitFor();
    expect(await visited.axeFindings()).toEqual([]);
    await page.getByText("Live", { exact: true }).waitFor();
    await send(server, { spans: [{ traceId: traceId(404), name: "at last" }] });
    await expect.poll(() => chosen(page)).toContain("at last");
  });

  it("may have circles of parents and be deeper than the call stack", async () => {
    const of = traceId(60);
    await send(server, {
      spans: [
        { traceId: of, spanId: spanId(1), parentSpanId: spanId(2), name: "ring one" },
        { traceId: of, spanId: spanId(2), parentSpanId: spanId(1), name: "ring two" },
        { traceId: of, spanId: spanId(3), parentSpanId: spanId(999), name: "orphan" },
      ],
    });
    const { page } = await open(of);
    await expect.poll(() => page.getByRole("treeitem").count()).toBe(3);
    const deep = traceId(61);
    await send(server, {
      spans: Array.from({ length: 3_000 }, (_, n) => ({
        traceId: deep,
        spanId: spanId(n + 1),
        parentSpanId: n === 0 ? "" : spanId(n),
      })),
    });
    const other = await open(deep);
    await tree(other.page).focus();
    await other.page.keyboard.press("End");
    expect(await other.page.getByRole("treeitem", { selected: true }).getAttribute("aria-level")).toBe("3000");
  });
});
