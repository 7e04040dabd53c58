// Takes pictures of the views of the local service's page, light and dark, wide and narrow, into a new temporary folder. The data
// is what applications record under the preload. Run after `npm run build`; with names of pictures, takes these alone:
//
//   node scripts/page-screenshots.ts [NAME...]
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "@svc/server";
import type { Browser, Page } from "playwright-core";
import { runChat } from "../test/support/application/example.ts";
import { allRecordings } from "../test/support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../test/support/openai/openai-stand-in.ts";
import { type FilledProject, fillProject } from "../test/support/page/filled-project.ts";
import { settled } from "../test/support/page/visit.ts";
import { startChromium } from "../test/support/runtimes/chromium-browser.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "svc-page-"));

const WINDOWS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

const ERRORS = JSON.stringify([{ type: "string", column: "level", operator: "=", value: "ERROR" }]);

/** What a picture shows: a path below the project, and what is done on the page before the picture is taken. */
interface Picture {
  readonly path: string;
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Pictures of a project in which nothing is stored, by name. */
const EMPTY: Readonly<Record<string, Picture>> = {
  "empty-traces": { path: "/traces" },
  "empty-sessions": { path: "/sessions" },
  "empty-scores": { path: "/scores" },
  "empty-prompts": { path: "/prompts" },
  "empty-datasets": { path: "/datasets" },
  "empty-experiments": { path: "/experiments" },
  "empty-queues": { path: "/annotation-queues" },
};

/** Returns the pictures of a project in use, by name. */
function pictures({ traceId, failedId, prompt, results, queueId, itemIds }: FilledProject): Record<string, Picture> {
  const promptPath = `/prompts/${encodeURIComponent(prompt)}`;
  const [right, worse] = results.map((address) => new URL(address).searchParams.get("baseline"));
  const compared = `/experiments/results?baseline=${right}&compare=${worse}`;
  const queue = `/annotation-queues/${queueId}`;
  return {
    traces: { path: "/traces" },
    filtered: { path: `/traces?order=tokens&filter=${encodeURIComponent(ERRORS)}` },
    columns: { path: "/traces", prepare: pressing("Columns") },
    menu: { path: "/traces", prepare: pressing("Menu") },
    projects: { path: "/traces", prepare: pressing("Project Local project: switch") },
    trace: { path: `/traces/${traceId}` },
    generation: { path: `/traces/${traceId}`, prepare: lastObservation },
    "trace-keys": { path: `/traces/${traceId}`, prepare: pressing("Show the keys") },
    "add-score": { path: `/traces/${traceId}`, prepare: async (page) => page.getByText("Add a score").click() },
    failed: { path: `/traces/${failedId}` },
    interrupted: { path: "/traces", prepare: openTrace("interrupt and resume") },
    sessions: { path: "/sessions" },
    session: { path: "/sessions/chat-1" },
    users: { path: "/users" },
    user: { path: "/users/alice" },
    scores: { path: "/scores" },
    values: { path: "/scores?show=values" },
    agreement: { path: "/scores?show=agreement" },
    prompts: { path: "/prompts" },
    prompt: { path: promptPath },
    "prompt-diff": { path: `${promptPath}?version=2&compare=1` },
    "new-prompt": { path: `/prompts/new?name=${encodeURIComponent(prompt)}&version=2` },
    playground: { path: `/playground?prompt=${encodeURIComponent(prompt)}&version=2` },
    "playground-run": { path: `/traces/${traceId}`, prepare: runAgain },
    datasets: { path: "/datasets" },
    "new-dataset": { path: "/datasets", prepare: pressing("New dataset") },
    dataset: { path: "/datasets/capitals" },
    experiments: { path: "/experiments" },
    results: { path: compared },
    "result-item": { path: `${compared}&item=Brazil` },
    queues: { path: "/annotation-queues" },
    "new-queue": { path: "/annotation-queues", prepare: pressing("New queue") },
    queue: { path: queue },
    label: { path: `${queue}/items/${itemIds[0]}` },
    "label-last": { path: `${queue}/items/${itemIds.at(-1)}` },
    models: { path: "/models" },
    "new-model": { path: "/models", prepare: pressing("Add a model") },
    unknown: { path: "/nothing" },
    "no-trace": { path: `/traces/${"9".repeat(32)}` },
  };
}

/** Customer whose texts try to be more than texts. */
const HOSTILE = {
  sessionId: '<script>alert(1)</script>/../"%\u202Egnp.exe',
  userId: "<img src=x onerror=alert(1)>\u202Ereversed",
  questions: [
    `<script>alert("1042")</script> \u202E${"no spaces in this very long text ".replaceAll(" ", "").repeat(200)}`,
  ],
};

/** Pictures of what a hostile customer leaves. */
const OF_HOSTILE: Readonly<Record<string, Picture>> = {
  "hostile-traces": { path: "/traces" },
  "hostile-session": { path: `/sessions/${encodeURIComponent(HOSTILE.sessionId)}` },
  "hostile-user": { path: `/users/${encodeURIComponent(HOSTILE.userId)}` },
  "hostile-trace": { path: "/traces", prepare: openTrace("answer a customer") },
};

const wanted = new Set(process.argv.slice(2));
const server = await startServer({ port: 0, memory: true });
const browser = await startChromium();
await takeAll(EMPTY);
const filled = await fillProject(server.url);
// Only now: the applications have models of their own.
const standIn = await answeringModel();
await takeAll(pictures(filled));
await standIn.stop();
await runChat(server.url, HOSTILE, { OPENAI_API_KEY: undefined });
await takeAll(OF_HOSTILE);
await browser.close();
await server.close();
console.log(FOLDER);

async function takeAll(all: Readonly<Record<string, Picture>>): Promise<void> {
  for (const [name, picture] of Object.entries(all)) {
    if (wanted.size === 0 || wanted.has(name)) await take(browser, name, picture);
  }
}

async function take(browser: Browser, name: string, { path, prepare }: Picture): Promise<void> {
  for (const [window, viewport] of Object.entries(WINDOWS)) {
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({ viewport, colorScheme });
      const page = await context.newPage();
      await page.goto(`${server.url}/project/${server.projectId}${path}`);
      await settled(page);
      await prepare?.(page);
      await settled(page);
      await page.screenshot({ path: join(FOLDER, `${name}-${window}-${colorScheme}.png`) });
      await context.close();
    }
  }
}

/** Starts a model that the playground calls. */
async function answeringModel(): Promise<OpenAIStandIn> {
  const started = await OpenAIStandIn.start();
  const { response } = allRecordings().find(({ id }) => id === "chat-stream-usage")!;
  process.env["OPENAI_API_KEY"] = "stand-in";
  process.env["OPENAI_BASE_URL"] = started.perform(response).url;
  return started;
}

/** Returns what presses a button, if the window has it. */
function pressing(name: string): (page: Page) => Promise<void> {
  return async (page) => {
    const button = page.getByRole("button", { name, exact: true });
    if (await button.isVisible()) await button.click();
  };
}

function openTrace(name: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.getByRole("link", { name }).first().click();
    await page.getByRole("tree").waitFor();
  };
}

async function lastObservation(page: Page): Promise<void> {
  await page.getByRole("tree", { name: "Observations" }).focus();
  await page.keyboard.press("End");
  await page.getByRole("link", { name: "Open in playground" }).waitFor();
}

/** Opens the last generation of a trace in the playground, and runs it. */
async function runAgain(page: Page): Promise<void> {
  await lastObservation(page);
  await page.getByRole("link", { name: "Open in playground" }).click();
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("link", { name: "Trace of this run" }).waitFor();
  await page.getByRole("group", { name: "Output of the run" }).scrollIntoViewIfNeeded();
}
