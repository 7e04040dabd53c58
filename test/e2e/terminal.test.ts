import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { SvcOtelSpanAttributes as svcNames } from "@svc/core";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runChat, runExample } from "../support/application/example.ts";
import { type ApplicationRun, runProgram, sendingTo } from "../support/application/run-application.ts";
import { freePort } from "../support/http/free-port.ts";
import { projectKeys } from "../support/server/api-keys.ts";
import { send } from "../support/server/otlp-calls.ts";
import { folderOfTest } from "../support/temporary-folder.ts";

const SVC = join(dirname(createRequire(import.meta.url).resolve("@svc/register")), "svc.cjs");

const traceId = (n: number): string => n.toString(16).padStart(32, "0");
const EXAMPLE = traceId(1);
const FAILED = traceId(2);
const HOSTILE = traceId(3);

let server: RunningServer;
let folder: string;

const svc = (args: readonly string[], env: Record<string, string> = {}): Promise<ApplicationRun> =>
  runProgram({ cwd: folder, args: [SVC, ...args], env: { SVC_BASE_URL: server.url, ...env } });

interface Listed {
  traceId: string;
  name: string;
  errors: number;
  tokens: number;
  sessionId: string | null;
  models: string[];
}
const listed = async (...args: string[]): Promise<Listed[]> => {
  const { stdout, stderr } = await svc(["traces", "--json", ...args]);
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Listed[];
};

beforeAll(async () => {
  [server, folder] = await Promise.all([
    startServer({ port: 0, memory: true }),
    mkdtemp(join(tmpdir(), "svc-terminal-")),
  ]);
  await runExample(server.url, EXAMPLE);
  await runExample(server.url, FAILED, { OPENAI_API_KEY: "sk-none", OPENAI_BASE_URL: `${server.url}/no-model/v1` });
  await runChat(server.url, { sessionId: "chat-1", userId: "alice", questions: ["Where is my order 1043?"] });
});
afterAll(() => Promise.all([server.close(), rm(folder, { recursive: true })]));

describe("svc traces", () => {
  it("lists the traces of real applications, without keys on this machine, the newest first", async () => {
    const { stdout, stderr, exitCode } = await svc(["traces"]);
    expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
    const [head, chat, failed, example, ...others] = stdout.trimEnd().split("\n");
    expect(head).toMatch(/^STARTED +TRACE +NAME +LATENCY +TOKENS +COST +ERRORS$/);
    expect(chat).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}[0-9a-f]{32} {2}answer a customer +\d\.\d\d s +\d+$/);
    expect(failed).toMatch(new RegExp(`${FAILED} {2}chat gpt-4.1-mini.* 1$`));
    expect(example).toContain(EXAMPLE);
    expect(others).toEqual([]);
    expect(stdout).not.toContain("\u001B");
  });

  it("has filters, a limit, and JSON", async () => {
    const [chat] = await listed("--session", "chat-1");
    expect(chat).toMatchObject({ name: "answer a customer", sessionId: "chat-1", errors: 0 });
    expect(chat?.tokens).toBeGreaterThan(100);
    expect(chat?.models).toEqual(["gpt-4.1-mini-stand-in"]);
    expect((await listed("--errors")).map((trace) => trace.traceId)).toEqual([FAILED]);
    expect((await listed("--user", "alice", "--since", "1h")).length).toBe(1);
    expect((await listed("--text", "where is my ORDER 1042")).map((trace) => trace.traceId)).toContain(EXAMPLE);
    expect(await listed("--text", "order 9999")).toEqual([]);
    expect(await listed("--since", "2200-01-01")).toEqual([]);
    expect(await listed("--limit", "1")).toHaveLength(1);
    const filter = JSON.stringify([{ type: "string", column: "level", operator: "=", value: "ERROR" }]);
    expect((await listed("--filter", filter)).map((trace) => trace.traceId)).toEqual([FAILED]);
    const where = "level = ERROR or (userId = alice and not level = ERROR)";
    expect((await listed("--where", where)).map((trace) => trace.traceId)).toEqual([chat?.traceId, FAILED]);
    const none = await svc(["traces", "--model", "none"]);
    expect(none).toEqual({ stdout: "", stderr: "No trace meets the conditions.\n", exitCode: 0, signal: null });
  });

  it.each([
    [["traces", "--limit", "0"], "--limit 0: a number from 1 to 1000"],
    [["traces", "--since", "soon"], "--since soon: a length such as 15m"],
    [["traces", "--filter", "{"], "--filter: a list in JSON"],
    [["traces", "--nothing"], "--nothing"],
    [["trace"], "One trace id is expected"],
    [["trace", "a", "b"], "One trace id is expected"],
    [["tail", "--type", "\u001B[2J"], "--type"],
  ])("and the others refuse %j with the usage", async (args, message) => {
    const { stdout, stderr, exitCode } = await svc(args);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 2 });
    expect(stderr).toContain(message);
    expect(stderr).toContain(`Usage: svc ${args[0]}`);
  });

  it("ends quietly when its reader has seen enough", async () => {
    const child = spawn("sh", ["-c", `"${process.execPath}" "${SVC}" traces --json | head -1`], {
      env: { ...process.env, SVC_BASE_URL: server.url },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const lines: string[] = [];
    createInterface(child.stderr).on("line", (line) => lines.push(line));
    const [exitCode] = (await once(child, "close")) as [number];
    expect({ exitCode, lines }).toEqual({ exitCode: 0, lines: [] });
  });
});

describe("svc trace", () => {
  it("prints the tree of a real application with times, tokens, input and output, and the address of its page", async () => {
    const { stdout, exitCode } = await svc(["trace", EXAMPLE]);
    expect(exitCode).toBe(0);
    const lines = stdout.split("\n");
    expect(lines).toEqual([
      expect.stringMatching(
        /^generation chat gpt-4\.1-mini {2}gpt-4\.1-mini-stand-in · \d+ → \d+ tokens · \d\.\d\d s$/,
      ),
      expect.stringMatching(/^ {3}in {2}system: You help .* user: Where is my order 1042\?$/),
      '   out calls find_order {"number":"1042"}',
      expect.stringMatching(/^generation .* · first token \d\.\d\d s$/),
      expect.stringMatching(/^ {3}in {2}\[2 earlier\] assistant: calls find_order .* → /),
      expect.stringMatching(/^ {3}out Good news/),
      "",
      `Look at it: ${server.url}/project/svc-local/traces/${EXAMPLE}`,
      "",
    ]);
    expect(Math.max(...lines.slice(0, 6).map((line) => line.length))).toBe(120);
  });

  it("takes the address of a page, and shows what failed", async () => {
    const { stdout } = await svc([
      "trace",
      "--short",
      `${server.url}/project/svc-local/traces/${FAILED}?observation=1`,
    ]);
    expect(stdout).toMatch(/^generation chat gpt-4\.1-mini ERROR {2}[^\n]*\n {3}err 404/);
  });

  it("prints the observations as JSON", async () => {
    const { stdout } = await svc(["trace", "--json", EXAMPLE]);
    const observations = JSON.parse(stdout) as Array<{ traceId: string; input: string }>;
    expect(observations.map((each) => each.traceId)).toEqual([EXAMPLE, EXAMPLE]);
    expect(observations[0]?.input).toContain("Where is my order 1042?");
  });

  it("keeps control characters and turned text of an application from the terminal", async () => {
    const name = "\u001B[31mred\u001B]0;title\u0007\u202Eturned\nline\u009B2J";
    await send(server, {
      spans: [
        { traceId: HOSTILE, name, attributes: { [svcNames.OBSERVATION_INPUT]: `${name}${"x".repeat(5_000_000)}` } },
      ],
    });
    for (const args of [["trace", HOSTILE], ["traces"]]) {
      const { stdout } = await svc(args);
      expect(stdout).toContain("␛[31mred␛]0;title␇\\u{202e}turned line\\u{9b}2J".slice(0, args.length > 1 ? 60 : 10));
      // oxlint-disable-next-line no-control-regex -- These are what must not be there.
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/u);
    }
  });

  it("says so when there is no such trace", async () => {
    const { stdout, stderr, exitCode } = await svc(["trace", "\u001B[2Jnone"]);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 });
    expect(stderr).toContain("There is no trace ␛[2Jnone in this project");
    expect(stderr).toContain("svc traces");
  });
});

describe("in a terminal", () => {
  /** Runs a command in a terminal of its own, which `script` of util-linux makes. */
  async function inTerminal(
    args: readonly string[],
    columns: number,
    env: Record<string, string> = {},
  ): Promise<string> {
    const command = `stty cols ${columns}; exec "${process.execPath}" "${SVC}" ${args.join(" ")}`;
    const { stdout } = await runProgram({
      cwd: folder,
      binary: "script",
      args: ["-qec", command, "/dev/null"],
      env: { SVC_BASE_URL: server.url, TERM: "xterm", ...env },
    });
    return stdout.replaceAll("\r", "");
  }
  // oxlint-disable-next-line no-control-regex -- Colours are control characters.
  const COLOUR = /\u001B\[[0-9;]*m/g;

  it("lines are as wide as the terminal, and failures are red", async () => {
    const shown = await inTerminal(["trace", FAILED], 60);
    expect(shown).toMatch(COLOUR);
    const [headline, ...texts] = shown.replaceAll(COLOUR, "").split("\n").slice(0, 3);
    expect(headline).toContain("ERROR");
    expect(Math.max(...texts.map((line) => line.length))).toBeLessThanOrEqual(60);
  });

  it.each([{ NO_COLOR: "1" }, { TERM: "dumb" }])("there is no colour with %j", async (env) => {
    expect(await inTerminal(["traces"], 100, env)).not.toMatch(COLOUR);
  });
});

describe("svc tail", () => {
  it("prints observations as they are stored, through a new start of the service, until it is interrupted", async () => {
    const data = folderOfTest("tail");
    const port = await freePort();
    let running = await startServer({ port, dataDirectory: data });
    const child = spawn(process.execPath, [SVC, "tail"], {
      env: { ...process.env, SVC_BASE_URL: running.url, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const printed = createInterface(child.stdout)[Symbol.asyncIterator]();
    const notes = createInterface(child.stderr)[Symbol.asyncIterator]();
    const next = async (lines: AsyncIterator<string>): Promise<string> => (await lines.next()).value as string;

    expect(await next(notes)).toContain("waiting for observations");
    await runExample(running.url, EXAMPLE);
    expect(await next(printed)).toMatch(
      new RegExp(
        `^\\d\\d:\\d\\d:\\d\\d {2}generation {2}chat gpt-4.1-mini {2}.* tokens · \\d\\.\\d\\d s · ${EXAMPLE}$`,
      ),
    );
    expect(await next(printed)).toContain("generation");

    await running.close();
    expect(await next(notes)).toContain("the connection ended");
    running = await startServer({ port, dataDirectory: data });
    await send(running, { spans: [{ name: "after the new start", traceId: traceId(7) }] });
    expect(await next(printed)).toMatch(/span +after the new start/);

    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([0, null]);
    await running.close();
  });
});

describe("svc open", () => {
  it("opens the page of a trace in the browser, and prints the address", async () => {
    const seen = join(folder, "seen");
    const browser = join(folder, "browser.sh");
    await writeFile(browser, `#!/bin/sh\nprintf %s "$1" > "${seen}.part" && mv "${seen}.part" "${seen}"\n`, {
      mode: 0o755,
    });
    const address = `${server.url}/project/svc-local/traces/${EXAMPLE}`;
    const { stdout, exitCode } = await svc(["open", EXAMPLE], { BROWSER: browser });
    expect({ stdout, exitCode }).toEqual({ stdout: `${address}\n`, exitCode: 0 });
    await expect.poll(async () => readFile(seen, "utf8").catch(() => "")).toBe(address);
  });

  it.each([
    ["without a screen", [], { DISPLAY: "", WAYLAND_DISPLAY: "" }],
    ["with --print", ["--print"], { BROWSER: "/does/not/exist" }],
  ])("%s prints the address alone", async (_when, options, env) => {
    expect(await svc(["open", ...options], env)).toEqual({
      stdout: `${server.url}/project/svc-local/traces\n`,
      stderr: "",
      exitCode: 0,
      signal: null,
    });
  });

  it("says so when the browser cannot be started", async () => {
    const { stdout, stderr, exitCode } = await svc(["open"], { BROWSER: "/does/not/exist" });
    expect(stdout).toContain("/traces");
    expect(stderr).toContain("no browser could be opened");
    expect(exitCode).toBe(0);
  });
});

describe("the service", () => {
  it.each(["traces", "tail", "open"])("that does not answer is named, with what to do: %s", async (command) => {
    const port = await freePort();
    const { stdout, stderr, exitCode } = await svc([command], { SVC_BASE_URL: `http://127.0.0.1:${port}` });
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 });
    expect(stderr).toBe(
      `svc ${command}: http://127.0.0.1:${port} could not be reached: ECONNREFUSED. Start the local service with ` +
        '"npx @svc/server", or set SVC_BASE_URL to the address of yours.\n',
    );
  });

  it("that refuses the keys is named, without the secret", async () => {
    const { stderr, exitCode } = await svc(["traces"], { ...sendingTo(server.url), SVC_SECRET_KEY: "sk-wrong" });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/refuses the keys \(status 401\): check SVC_PUBLIC_KEY/);
    expect(stderr).not.toContain("sk-wrong");
  });

  it.each(["traces", "doctor"])("that has keys of its own is named by %s", async (command) => {
    const keys = { publicKey: "pk-own", secretKey: "sk-own" };
    const own = await startServer({ port: 0, memory: true, keys });
    const { stdout, stderr, exitCode } = await svc([command], sendingTo(own.url));
    await own.close();
    expect(exitCode).toBe(1);
    expect(stdout + stderr).toContain("needs a key pair of its own");
  });

  it("shows only the project of the keys", async () => {
    const data = folderOfTest("terminal");
    const own = await startServer({ port: 0, dataDirectory: data });
    await runExample(own.url, EXAMPLE);
    const [, basic = ""] = (await projectKeys(data, "other")).split(" ");
    const [publicKey = "", secretKey = ""] = Buffer.from(basic, "base64").toString().split(":");
    const keys = { SVC_BASE_URL: own.url, SVC_PUBLIC_KEY: publicKey, SVC_SECRET_KEY: secretKey };
    const { stdout, stderr } = await svc(["traces"], keys);
    expect(stdout).toBe("");
    expect(stderr).toContain("There is no trace yet. Start an application with: node --import @svc/register app.js");
    await own.close();
  });
});
