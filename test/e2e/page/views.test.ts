// Every view of the page with what applications under the preload have stored: the support agent of `examples`, LangChain, LangGraph
// and Anthropic's SDK of `test`, experiments, and a team that works with the client.
import { type RunningServer, startServer } from "@svc/server";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VIEW_PATHS, type ViewName } from "../../../src/server/pages/page-views.ts";
import { type FilledProject, fillProject } from "../../support/page/filled-project.ts";
import { pageVisits } from "../../support/page/page-visits.ts";
import { settled } from "../../support/page/visit.ts";
import { observations } from "../../support/server/otlp-calls.ts";

const [DESKTOP, PHONE] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

const visit = pageVisits();
let server: RunningServer;
let filled: FilledProject;

beforeAll(async () => {
  server = await startServer({ port: 0, memory: true });
  filled = await fillProject(server.url);
}, 180_000);
afterAll(() => server.close());

/** View of the table: how to open it, and what it shows of the applications. */
interface View {
  /** Parameters of its path, and a query. */
  readonly at?: (filled: FilledProject) => Readonly<Record<string, string>>;
  readonly query?: (filled: FilledProject) => string;
  readonly shows: readonly string[];
  readonly also?: (page: Page) => Promise<void>;
}

const row = async (page: Page, ...texts: string[]): Promise<void> => {
  let rows = page.getByRole("row");
  for (const hasText of texts) rows = rows.filter({ hasText });
  await rows.first().waitFor();
};

const VIEWS: Readonly<Record<ViewName, View>> = {
  traces: {
    shows: ["answer a customer", "agent with tools", "anthropic.messages.tool_runner", "experiment-item-run"],
    also: async (page) => row(page, "answer a customer", "alice", "chat-1", "shop", "gpt-4.1-mini"),
  },
  trace: {
    at: ({ traceId }) => ({ traceId }),
    shows: ["Where is my order 1042?", "calls find_order", "Usage and cost", "quality"],
    also: async (page) => {
      expect(await page.getByRole("treeitem").count()).toBe(2);
      expect(await page.locator("[data-first-token]").count()).toBe(1);
    },
  },
  sessions: { shows: ["chat-1", "chat-2", "chat-7"], also: async (page) => row(page, "chat-1", "alice") },
  session: {
    at: () => ({ sessionId: "chat-1" }),
    shows: ["Where is my order 1042?", "on Thursday", "Which order is it about?", "1 tool call"],
  },
  users: { shows: ["alice", "bob", "user-1"] },
  user: { at: () => ({ userId: "alice" }), shows: ["chat-1", "3 in the list"] },
  scores: {
    shows: ["quality", "helpful", "judge", "read by hand"],
    also: async (page) => {
      await page.getByText(/^As of \d\d:\d\d:\d\d$/).waitFor();
      for (const [part, text] of [
        ["Values", "Over time"],
        ["Agreement", "Objects with both"],
      ] as const) {
        await page.getByRole("link", { name: part }).click();
        await page.getByText(text).waitFor();
      }
    },
  },
  prompts: { shows: ["support/", "greeting", "production"] },
  newPrompt: {
    query: ({ prompt }) => `?name=${encodeURIComponent(prompt)}&version=2`,
    shows: ["New version of", "from version 2"],
    also: async (page) =>
      expect(await page.getByLabel("Config (JSON)").inputValue()).toContain('"model": "gpt-4.1-mini"'),
  },
  prompt: {
    at: ({ prompt }) => ({ promptName: prompt }),
    shows: ["A friendlier tone", "Be short and friendly.", "Used by", "candidate"],
    also: async (page) => row(page, "25", "$0.000016"),
  },
  datasets: { shows: ["capitals", "Countries and their capitals"] },
  dataset: {
    at: () => ({ datasetId: "capitals" }),
    shows: ["Brasília", "right answers", "worse answers"],
  },
  playground: {
    query: ({ prompt }) => `?prompt=${encodeURIComponent(prompt)}&version=2`,
    shows: ["support/orders version 2", "Before the first run"],
    also: async (page) => expect(await page.getByLabel("Model", { exact: true }).inputValue()).toBe("gpt-4.1-mini"),
  },
  experiments: {
    shows: ["right answers", "worse answers"],
    also: async (page) => row(page, "worse answers", "1 failed"),
  },
  experimentResults: {
    query: ({ results: [right, worse] }) => {
      const [baseline, compared] = [right, worse].map((address) => new URL(address).searchParams.get("baseline"));
      return `?baseline=${baseline}&compare=${compared}`;
    },
    shows: ["right answers", "worse answers", "Kyoto", "2 fell"],
    also: async (page) => page.getByText(/^As of \d\d:\d\d:\d\d$/).waitFor(),
  },
  queues: { shows: ["support answers", "Read the answer as a customer would."] },
  queue: { at: ({ queueId }) => ({ queueId }), shows: ["1 of 5 labelled", "session"] },
  label: {
    at: ({ queueId, itemIds }) => ({ queueId, itemId: itemIds.at(-1) ?? "" }),
    shows: ["Item 5 of 5, to label", "Where is my order", "Is every fact right?"],
  },
  models: { shows: ["gpt-4.1-mini", "No model matches these names", "a-model"] },
};

function addressOf(name: ViewName): string {
  const { at, query } = VIEWS[name];
  const parameters = at?.(filled) ?? {};
  const path = VIEW_PATHS[name].replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(parameters[key] ?? ""));
  return `${server.url}/project/${server.projectId}${path}${query?.(filled) ?? ""}`;
}

test("the table has a row for every view", () => {
  expect(Object.keys(VIEWS).toSorted()).toEqual(Object.keys(VIEW_PATHS).toSorted());
});

test.each(Object.entries(VIEWS) as Array<[ViewName, View]>)(
  "the view %s shows what the applications have made, in every form, without a finding",
  async (name, { shows, also }) => {
    const { page, axeFindings, problems, requests } = await visit(addressOf(name), { viewport: DESKTOP });
    for (const text of shows) await page.getByText(text).filter({ visible: true }).first().waitFor();
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await settled(page);
        expect([viewport.width, colorScheme, await axeFindings()]).toEqual([viewport.width, colorScheme, []]);
      }
      expect(await page.locator("html").evaluate(({ scrollWidth }) => scrollWidth)).toBe(viewport.width);
    }
    await page.setViewportSize(DESKTOP);
    await also?.(page);
    await settled(page);
    // A refusal by the Content-Security-Policy is a problem too.
    expect(problems).toEqual([]);
    expect(requests.filter((address) => !address.startsWith(server.url))).toEqual([]);
  },
);

test("a run that resumes an interrupted one leads to it, and back", async () => {
  const { data } = await observations(server, { fields: "core,basic,metadata", limit: "1000" });
  const resuming = data.find(({ metadata }) => Object.hasOwn(Object(metadata) as object, "resumes.trace_id"))!;
  const { page, problems } = await visit(
    `${server.url}/project/${server.projectId}/traces/${String(resuming["traceId"])}?observation=${String(resuming["id"])}`,
  );
  await page.getByRole("link", { name: "the interrupted run" }).click();
  await page.getByRole("region", { name: "Observation" }).getByText("Resumed by").waitFor();
  // A head that still grows moves the link away from under the pointer.
  await settled(page);
  await page.getByRole("link", { name: String(resuming["name"]), exact: true }).click();
  await page.getByRole("link", { name: "the interrupted run" }).waitFor();
  expect(problems).toEqual([]);
});
