import { cp, mkdir, readFile, readdir, rm } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { installed } from "../support/application/installation.ts";
import { putPackages } from "../support/application/our-packages.ts";
import { type ApplicationRun, startProgram } from "../support/application/run-application.ts";
import { INSTALLATIONS, ROOT } from "../support/paths.ts";
import { startChromium } from "../support/runtimes/chromium-browser.ts";
import { type LocalService, startLocalService, type StoredObservation } from "../support/server/local-service.ts";
import { byName, type Tree, treesOf } from "../support/server/observation-trees.ts";

const EXAMPLES = join(ROOT, "examples");
const BINARIES = join(ROOT, "node_modules/.bin");

/** Example, what a user sees of it, and what arrives. */
interface Example {
  readonly name: string;
  /** Folder of `test/installations` with its packages, beside those of the repository; by default the one of all examples. */
  readonly installation?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Does to a service what its user does. Absent for a program that ends by itself. */
  readonly use?: (url: string) => Promise<void>;
  /** Lines that it prints, without those about its address. */
  readonly prints: readonly string[];
  readonly exitCode?: number;
  /** Environment of its observations, where that is not the one it is given. */
  readonly environment?: string;
  readonly trees: readonly Tree[];
  readonly check?: (stored: readonly StoredObservation[], service: LocalService) => Promise<void> | void;
}

async function post(url: string, body: object): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  return (await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

/** File of the example that exports to one. */
const SPANS_FILE = join(tmpdir(), `svc-example-${process.pid}.jsonl`);

const CHAT = "generation chat gpt-4.1-mini";

/** Returns what a user does to a service in a browser, from its first page on. */
function inBrowser(act: (page: Page) => Promise<void>): NonNullable<Example["use"]> {
  return async (url) => {
    const browser = await startChromium();
    const page = await (await browser.newContext()).newPage();
    await page.goto(url);
    await act(page);
    await browser.close();
  };
}

const TABLE: readonly Example[] = [
  {
    name: "express-openai",
    async use(url) {
      const summary = "The ferry is cancelled on Monday; tickets stay valid for a week.";
      expect(await post(`${url}/summaries`, { text: "A long text", user: "ada" })).toEqual({ summary });
    },
    prints: [],
    trees: [["span summary", [`${CHAT} 61+15`]]],
    check: (stored) =>
      expect(stored.map(({ userId, tags }) => [userId, tags])).toEqual([
        ["ada", ["summaries"]],
        ["ada", ["summaries"]],
      ]),
  },
  {
    name: "langgraph-interrupt",
    prints: ["Send this reply? Dear guest, your table for four is booked for Friday at 19:00.", "Sent."],
    trees: [
      ["span LangGraph", ["span __start__ DEBUG"], ["span approve"], ["span write", ["generation ChatOpenAI 48+18"]]],
      ["span LangGraph", ["span approve"]],
    ],
    check: (stored) => expect(new Set(stored.map(({ sessionId }) => sessionId))).toEqual(new Set(["guest-7"])),
  },
  {
    name: "rag-anthropic",
    installation: "anthropic-1",
    prints: ["Books can be returned within 30 days; postage is free for faulty copies."],
    trees: [["chain answer", ["generation chat claude-haiku-5-5 92+19"], ["retriever search"]]],
    check: (stored) => expect(stored.find(({ type }) => type === "RETRIEVER")!.output).toContain('"Returns"'),
  },
  {
    name: "mcp-tools",
    prints: ["There are three copies of Invisible Cities on shelf 12."],
    trees: [
      ["agent assistant", [`${CHAT} 118+14`], [`${CHAT} 80+17`], ["tool stock_of", ["span tools/call stock_of"]]],
    ],
  },
  {
    name: "openai-agents-handoff",
    prints: ["Order 1042 is refunded. The money arrives within five days."],
    trees: [
      [
        "chain Agent workflow",
        ["agent Desk", [`${CHAT} 70+12`], ["tool handoff to Refunds"]],
        ["agent Refunds", [`${CHAT} 110+16`], [`${CHAT} 140+15`], ["tool refund"]],
      ],
    ],
  },
  {
    name: "experiment-gate",
    prints: [expect.stringMatching(/^average +exact +1\.000\b/) as string],
    environment: "sdk-experiment",
    trees: Array.from({ length: 3 }, (): Tree => ["span experiment-item-run", [`${CHAT} 20+2`], ["evaluator exact"]]),
    async check(_, service) {
      const scores = await service.scores({ name: "exact" });
      expect(scores.map(({ name, value }) => [name, value])).toEqual(Array.from({ length: 3 }, () => ["exact", 1]));
    },
  },
  {
    name: "experiment-gate",
    env: { THRESHOLD: "1.1" },
    prints: [expect.stringMatching(/^average +exact +1\.000\b/) as string],
    exitCode: 1,
    environment: "nothing",
    trees: [],
  },
  {
    name: "browser-feedback",
    use: inBrowser(async (page) => {
      await page.getByRole("button", { name: "Ask" }).click();
      await page.getByRole("button", { name: "Helpful", exact: true }).click();
      await page.getByText("Thank you.").waitFor();
    }),
    prints: [],
    trees: [["span answer", [`${CHAT} 16+14`]]],
    async check([answer], service) {
      const scores = await service.scores({ name: "helpful", traceId: answer!.traceId });
      expect(scores.map(({ value }) => value)).toEqual([true]);
    },
  },
  {
    name: "masking-exporter",
    env: { SPANS_FILE: SPANS_FILE },
    prints: ["I have written to ada@example.org about invoice 77."],
    trees: [["span reminder", [`${CHAT} 30+13`]]],
    async check(stored) {
      const lines = (await readFile(SPANS_FILE, "utf8")).trim().split("\n");
      await rm(SPANS_FILE);
      expect(lines).toHaveLength(2);
      for (const text of [...lines, JSON.stringify(stored)]) {
        expect(text).toContain("[mail]");
        expect(text).not.toContain("ada@");
      }
    },
  },
  {
    name: "lambda",
    prints: ['{"sentiment":"positive"}', '{"sentiment":"negative"}'],
    trees: [[`${CHAT} 25+1`], [`${CHAT} 26+1`]],
    check: (stored) => expect(new Set(stored.map(({ traceId }) => traceId)).size).toBe(2),
  },
  {
    name: "nestjs-openai",
    async use(url) {
      const book = 'How about "The Dispossessed"? It is about two worlds that do not talk.';
      expect(await post(`${url}/books`, { wish: "science fiction" })).toEqual({ book });
    },
    prints: [],
    trees: [[`${CHAT} 32+17`]],
  },
  {
    name: "nextjs-chat",
    installation: "next-16",
    use: inBrowser(async (page) => {
      await page.getByRole("button", { name: "Ask" }).click();
      await page.getByText("assistant: The tide is high at noon.").waitFor();
    }),
    prints: [],
    trees: [["span ai.streamText", [`${CHAT} 21+7`]]],
  },
];

/** What `next dev` says of the machine's disk while others use it. */
const SLOW_DISK = /^⚠ Slow filesystem detected\..*\nSee more: .*\n/m;

let service: LocalService;

beforeAll(async () => {
  const installations = new Set(TABLE.map(({ installation = "examples" }) => installation));
  await Promise.all([...installations].map(installed));
  service = await startLocalService();
}, 240_000);
afterAll(() => service.stop());

/** Copies an example beside its packages. Returns its folder. */
async function folderOf({ name, installation = "examples" }: Example): Promise<string> {
  const beside = join(await installed(installation), ".build");
  await mkdir(beside, { recursive: true });
  for (const file of ["stand-in.mjs", "local.env", name]) {
    await cp(join(EXAMPLES, file), join(beside, file), { recursive: true });
  }
  // Next.js leaves a package out of its bundle only where it is installed, not linked.
  if (installation === "next-16") await putPackages(join(beside, name), ["register"]);
  return join(beside, name);
}

/** Runs the command of `npm start` to its end, or until its user has used it. */
async function run(example: Example): Promise<ApplicationRun> {
  const cwd = await folderOf(example);
  const { scripts } = JSON.parse(await readFile(join(cwd, "package.json"), "utf8")) as { scripts: { start: string } };
  // npm finds the packages of an example in its own folder; those of the copy are in the folder above.
  const start = scripts.start.replace("node_modules/next/", "../../node_modules/next/");
  const [program = "", ...args] = start.split(" ");
  const { child, ended } = startProgram({
    cwd,
    binary: program === "node" ? process.execPath : join(BINARIES, program),
    args,
    env: { SVC_BASE_URL: service.url, SVC_TRACING_ENVIRONMENT: example.name, PORT: "0", ...example.env },
  });
  if (example.use !== undefined) {
    for await (const line of createInterface(child.stdout!)) {
      const [, listening, local] = /^Listening on (\S+)|^\s*- Local: +(\S+)/.exec(line) ?? [];
      const url = listening ?? local;
      if (url === undefined) continue;
      await example.use(url);
      break;
    }
    // A framework that is told to end does not wait for answers that are still being written.
    const { name, environment = name, trees } = example;
    const parts = async (): Promise<number> => (await service.observations({ environment })).length;
    await vi.waitUntil(async () => (await parts()) >= trees.length, 20_000);
    child.kill("SIGTERM");
  }
  return ended;
}

describe.each(TABLE)("the example $name", (example) => {
  const { name, prints, exitCode = 0, environment = name, trees, check } = example;

  it("runs without a key, and its trace arrives", async () => {
    const { stdout, stderr, exitCode: code } = await run(example);
    // A service is ended by a signal; a gate says why it fails.
    const expected = { code: example.use === undefined ? exitCode : code, stderr: exitCode === 0 ? "" : stderr };
    expect({ code, stderr: stderr.replace(SLOW_DISK, "") }).toEqual(expected);
    expect(stdout.split("\n")).toEqual(expect.arrayContaining([...prints]));
    const stored = await service.observations({ environment });
    expect(byName(treesOf(stored))).toEqual(byName(trees));
    await check?.(stored, service);
  });
});

/** Versions of the packages that are installed for an example. */
function installedVersion(name: string, folders: readonly string[]): string | undefined {
  for (const folder of folders) {
    try {
      const { version } = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")) as {
        version: string;
      };
      return version;
    } catch {
      // The next folder may have it.
    }
  }
  return undefined;
}

it("each example names what it is run with, in exact versions, and is in the table", async () => {
  const entries = await readdir(EXAMPLES, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const own = new Set(["support-agent", "cloudflare-worker", "node_modules"]);
  expect(names.filter((name) => !own.has(name)).toSorted()).toEqual(
    [...new Set(TABLE.map(({ name }) => name))].toSorted(),
  );
  for (const { name, installation = "examples" } of TABLE) {
    const { dependencies } = JSON.parse(await readFile(join(EXAMPLES, name, "package.json"), "utf8")) as {
      dependencies: Record<string, string>;
    };
    const folders = [join(INSTALLATIONS, installation), ROOT];
    const versions = Object.keys(dependencies).map((each) => [each, installedVersion(each, folders)]);
    expect(Object.fromEntries(versions)).toEqual(dependencies);
    expect((await readFile(join(EXAMPLES, name, "README.md"), "utf8")).split("\n").length).toBeLessThanOrEqual(16);
  }
});
