// Builds the site of docs/ as `npm run docs:site` does, and opens its pages from disk in Chromium.
import { globSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { programOutput } from "../../support/application/run-application.ts";
import { settled, visit } from "../../support/page/visit.ts";
import { startChromium } from "../../support/runtimes/chromium-browser.ts";
import { startHttpServer, type HttpServer } from "../../support/http/http-server.ts";
import { ROOT } from "../../support/paths.ts";

const SITE = join(ROOT, ".build/site");
const fromDisk = (page: string): string => pathToFileURL(join(SITE, page)).href;

let browser: Browser;
let pages: string[];

beforeAll(async () => {
  await programOutput({ cwd: ROOT, args: ["scripts/site.ts"] });
  pages = globSync("**/*.html", { cwd: SITE }).filter((page) => page !== "404.html");
  browser = await startChromium();
}, 240_000);
afterAll(() => browser.close());

describe("the site from disk", () => {
  it("has a page for each page of docs/, and the reference of each package", () => {
    const sources = globSync("docs/*.md", { cwd: ROOT }).map((file) => basename(file, ".md"));
    const reference = ["tracing", "otel", "client"].map((name) => `reference/${name}`);
    expect(pages).toEqual(expect.arrayContaining([...sources, ...reference].map((page) => `${page}.html`)));
  });

  it.each(["light", "dark"] as const)(
    "shows every page in the %s theme without an error",
    { timeout: 180_000 },
    async (colorScheme) => {
      const found: string[] = [];
      const { page: view, problems, requests, close } = await visit(browser, fromDisk("index.html"), { colorScheme });
      for (const page of pages) {
        const [problemsBefore, requestsBefore] = [problems.length, requests.length];
        await view.goto(fromDisk(page));
        await settled(view);
        const isDark = await view.evaluate<boolean>("document.documentElement.classList.contains('dark')");
        const broken = await view.evaluate(
          "[...document.images].filter(({ naturalWidth }) => naturalWidth === 0).length",
        );
        if (isDark !== (colorScheme === "dark") || broken !== 0)
          found.push(`${page}: dark is ${isDark}, ${String(broken)} pictures are broken`);
        found.push(...problems.slice(problemsBefore).map((problem) => `${page}: ${problem}`));
        const elsewhere = requests.slice(requestsBefore).filter((url) => !url.startsWith("file:"));
        found.push(...elsewhere.map((url) => `${page} asks for ${url}`));
      }
      await close();
      expect(found).toEqual([]);
    },
  );

  it("leads from page to page, by links that are files", async () => {
    const { page, close } = await visit(browser, fromDisk("index.html"));
    await page.locator(".VPSidebar a", { hasText: "Sampling" }).click();
    await page.locator("h1", { hasText: "Sampling" }).waitFor();
    await page.locator(".VPDoc main a", { hasText: "score" }).first().click();
    await page.locator("h1", { hasText: "Scores" }).waitFor();
    const targets = await page.evaluate<string[]>(
      "[...document.querySelectorAll('a')].map(({ href }) => href.replace(/[#?].*/, ''))",
    );
    const local = [...new Set(targets)].filter((target) => target.startsWith("file:"));
    expect(local.length).toBeGreaterThan(40);
    expect(local.filter((target) => !isFile(new URL(target)))).toEqual([]);
    await close();
  });

  it("finds a page by a word, and switches the theme", async () => {
    const { page, close } = await visit(browser, fromDisk("index.html"), { colorScheme: "light" });
    await search(page, "OTEL_TRACES_SAMPLER", ".disk-search input");
    await page.locator(".disk-search a", { hasText: "Sampling" }).first().click();
    await page.locator("h1", { hasText: "Sampling" }).waitFor();
    await page.locator(".VPSwitchAppearance").first().click();
    expect(await page.evaluate("document.documentElement.className")).toContain("dark");
    await close();
  });
});

describe("the site from a web server", () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await startHttpServer(({ target }, response) => void serve(target, response));
  });
  afterAll(() => server.close());

  it("searches, and goes from page to page without loading them anew", async () => {
    const { page, problems, close } = await visit(browser, `${server.url}/index.html`);
    await mounted(page);
    await page.evaluate("globalThis.isFirstDocument = true");
    await search(page, "OTEL_TRACES_SAMPLER", "#localsearch-input");
    await page.locator(".VPLocalSearchBox .result", { hasText: "Sampling" }).first().click();
    await page.locator("h1", { hasText: "Sampling" }).waitFor();
    expect(await page.evaluate("globalThis.isFirstDocument")).toBe(true);
    expect(problems).toEqual([]);
    await close();
  });
});

/** Waits until the page listens: Vue takes it over when the module of its content has come, which is after the event `load`. */
async function mounted(page: Page): Promise<void> {
  await page.waitForFunction("document.querySelector('#app').__vue_app__ !== undefined");
}

async function search(page: Page, text: string, field: string): Promise<void> {
  await page.locator(".VPNavBarSearch button").first().click();
  await page.locator(field).fill(text);
}

function isFile(url: URL): boolean {
  return statSync(url, { throwIfNoEntry: false })?.isFile() ?? false;
}

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
};

async function serve(target: string, response: ServerResponse): Promise<void> {
  const path = target.replace(/[?#].*/, "");
  const content = await readFile(join(SITE, decodeURIComponent(path))).catch(() => undefined);
  response.statusCode = content === undefined ? 404 : 200;
  response.setHeader("content-type", TYPES[path.split(".").at(-1)!] ?? "application/octet-stream");
  response.end(content);
}
