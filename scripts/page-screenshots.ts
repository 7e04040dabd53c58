// Takes pictures of the views of the local service's page, light and dark, wide and narrow, into a new temporary folder. The data
// is what the example application records under the preload, three times, once with a failing model. Run after `npm run build`:
//
//   node scripts/page-screenshots.ts
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LOCAL_KEYS } from "@svc/core/internal";
import { startServer } from "@svc/server";
import type { Browser } from "playwright-core";
import { startChromium } from "../test/support/runtimes/chromium-browser.ts";

const EXAMPLE = fileURLToPath(new URL("../examples/support-agent/", import.meta.url));
const FOLDER = mkdtempSync(join(tmpdir(), "svc-page-"));

const WINDOWS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** Names of the views, each with its path below the project. */
const VIEWS: Readonly<Record<string, (traceId: string) => string>> = {
  traces: () => "/traces",
  filtered: () => `/traces?order=tokens&filter=${encodeURIComponent(ERRORS)}`,
  trace: (traceId) => `/traces/${traceId}`,
  unknown: () => "/nothing",
};

const ERRORS = JSON.stringify([{ type: "string", column: "level", operator: "=", value: "ERROR" }]);

const server = await startServer({ port: 0, memory: true });
const browser = await startChromium();
const project = `${server.url}/project/${server.projectId}`;
await take(browser, "empty", `${project}/traces`);
for (const question of ["Where is my order 1042?", "What do you sell?"]) await runExample(question);
await runExample("Is anybody there?", { OPENAI_API_KEY: "sk-none", OPENAI_BASE_URL: `${server.url}/no-model/v1` });
const traceId = await latestTrace();
for (const [name, pathOf] of Object.entries(VIEWS)) await take(browser, name, project + pathOf(traceId));
await browser.close();
await server.close();
console.log(FOLDER);

async function runExample(question: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = spawn(process.execPath, ["--import", "@svc/register", "app.js", question], {
    cwd: EXAMPLE,
    env: {
      ...process.env,
      SVC_BASE_URL: server.url,
      SVC_PUBLIC_KEY: LOCAL_KEYS.publicKey,
      SVC_SECRET_KEY: LOCAL_KEYS.secretKey,
      ...env,
    },
    stdio: "ignore",
  });
  await once(child, "exit");
}

async function latestTrace(): Promise<string> {
  const response = await fetch(`${project}/api/public/v2/observations?limit=1`);
  const { data } = (await response.json()) as { data: [{ traceId: string }] };
  return data[0].traceId;
}

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
