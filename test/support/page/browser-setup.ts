import type { TestProject } from "vitest/node";
import { startSharedChromium } from "../runtimes/chromium-browser.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the browser in which the tests of the page open it. */
    browser: string;
  }
}

/** Starts one browser for all test files of the page, and closes it after the last of them. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const browser = await startSharedChromium();
  provide("browser", browser.wsEndpoint());
  return () => browser.close();
}
