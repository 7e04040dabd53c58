import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { startChromium } from "../runtimes/chromium-browser.ts";
import { type Visit, visit } from "./visit.ts";

/**
 * Starts a browser for the tests of a file, and returns a function that opens an address in it. What a test has opened is closed
 * after the test.
 */
export function pageVisits(): (url: string, options?: BrowserContextOptions) => Promise<Visit> {
  let browser: Browser;
  const visits: Visit[] = [];
  beforeAll(async () => {
    browser = await startChromium();
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
