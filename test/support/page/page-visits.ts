import { type Browser, type BrowserContextOptions, type Page, chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, inject } from "vitest";
import { type Visit, visit } from "./visit.ts";

/**
 * Connects to the browser of the tests of the page, and returns a function that opens an address in it. What a test has opened is
 * closed after the test; when the test fails, its report has what the page shows.
 */
export function pageVisits(): (url: string, options?: BrowserContextOptions) => Promise<Visit> {
  let browser: Browser;
  const visits: Visit[] = [];
  beforeAll(async () => {
    browser = await chromium.connect(inject("browser"));
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") for (const { page } of visits) console.error(await shownOn(page));
    await Promise.all(visits.splice(0).map((each) => each.close()));
  });
  afterAll(() => browser.close());
  return async (url, options) => {
    const opened = await visit(browser, url, options);
    visits.push(opened);
    return opened;
  };
}

/** Most characters of a page's text in the report of a test that fails. */
const MOST_TEXT = 3_000;

/** Returns address and text of a page, for the report of a test that fails. */
async function shownOn(page: Page): Promise<string> {
  return `${page.url()} shows:\n${(await page.locator("body").innerText()).slice(0, MOST_TEXT)}`;
}
