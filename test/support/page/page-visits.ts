import { type Browser, type BrowserContextOptions, chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, inject } from "vitest";
import { type Visit, visit } from "./visit.ts";

/**
 * Connects to the browser of the tests of the page, and returns a function that opens an address in it. What a test has opened is
 * closed after the test.
 */
export function pageVisits(): (url: string, options?: BrowserContextOptions) => Promise<Visit> {
  let browser: Browser;
  const visits: Visit[] = [];
  beforeAll(async () => {
    browser = await chromium.connect(inject("browser"));
  });
  afterEach(async () => {
    await Promise.all(visits.splice(0).map((each) => each.close()));
  });
  afterAll(() => browser.close());
  return async (url, options) => {
    const opened = await visit(browser, url, options);
    visits.push(opened);
    return opened;
  };
}
