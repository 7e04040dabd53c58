// Takes pictures of the views of the local service's page, light and dark, wide and narrow, into a new temporary folder. The data
// is what the example application records under the preload, three times, once with a failing model. Run after `npm run build`:
//
//   node scripts/page-screenshots.ts
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "@svc/server";
import type { Browser } from "playwright-core";
import { runExample } from "../test/support/application/example.ts";
import { startChromium } from "../test/support/runtimes/chromium-browser.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "svc-page-"));

const WINDOWS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

const ERRORS = JSON.stringify([{ type: "string", column: "level", operator: "=", value: "ERROR" }]);

/** Traces of the example, and one in which the model does not answer. */
const TRACES = ["a".repeat(32), "b".repeat(32)] as const;
const FAILED = "c".repeat(32);

/** Names of the views, each with its path below the project. */
const VIEWS: Readonly<Record<string, string>> = {
  traces: "/traces",
  filtered: `/traces?order=tokens&filter=${encodeURIComponent(ERRORS)}`,
  trace: `/traces/${TRACES[0]}`,
  failed: `/traces/${FAILED}`,
  unknown: "/nothing",
};

const server = await startServer({ port: 0, memory: true });
const browser = await startChromium();
const project = `${server.url}/project/${server.projectId}`;
await take(browser, "empty", `${project}/traces`);
for (const traceId of TRACES) await runExample(server.url, traceId);
await runExample(server.url, FAILED, { OPENAI_API_KEY: "sk-none", OPENAI_BASE_URL: `${server.url}/no-model/v1` });
for (const [name, path] of Object.entries(VIEWS)) await take(browser, name, project + path);
await browser.close();
await server.close();
console.log(FOLDER);

async function take(browser: Browser, name: string, url: string): Promise<void> {
  for (const [window, viewport] of Object.entries(WINDOWS)) {
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({ viewport, colorScheme });
      const page = await context.newPage();
      await page.goto(url);
      await page.locator("main").waitFor();
      await page.locator("[aria-busy=true]").waitFor({ state: "detached" });
      await page.screenshot({ path: join(FOLDER, `${name}-${window}-${colorScheme}.png`) });
      await context.close();
    }
  }
}
