import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LEAST_NODE, nodeVersionProblem } from "../../../src/server/node-version.ts";
import { protobufExport, AUTHORIZATION } from "../../support/server-otlp.ts";

const require = createRequire(import.meta.url);
const CLI = join(require.resolve("@svc/server/package.json"), "..", "dist", "cli.mjs");

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "svc-server-cli-"));
});
afterAll(async () => rm(directory, { recursive: true }));

interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

function start(...parameters: string[]): {
  child: ChildProcess;
  ready: Promise<string[]>;
  finished: Promise<Finished>;
} {
  const child = spawn(process.execPath, [CLI, ...parameters], { env: { ...process.env, XDG_DATA_HOME: directory } });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (output.stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (output.stderr += String(chunk)));
  const finished = once(child, "close").then(([code]) => ({ code: code as number | null, ...output }));
  const ready = linesUntilReady(child, finished);
  // A command that only prints is never ready, and nobody waits for it.
  ready.catch(() => undefined);
  return { child, ready, finished };
}

async function linesUntilReady(child: ChildProcess, finished: Promise<Finished>): Promise<string[]> {
  const lines: string[] = [];
  if (child.stdout) {
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (line.startsWith("svc-server listening on http://")) return lines;
    }
  }
  throw new Error(JSON.stringify(await finished));
}

function addressIn(lines: string[]): string {
  return lines.at(-1)?.split(" ").at(-1) ?? "";
}

describe("svc-server", () => {
  test.each(["SIGTERM", "SIGINT"] as const)("says where it listens, and ends with code 0 on %s", async (signal) => {
    const { child, ready, finished } = start("--memory", "--port", "0");
    const lines = await ready;
    const url = addressIn(lines);
    expect(lines.at(-1)).toMatch(/^svc-server listening on http:\/\/127\.0\.0\.1:\d+$/);
    expect(lines.join("\n")).toContain("pk-svc-local");
    expect(lines).toContain("  SVC_SECRET_KEY=sk-svc-local");
    expect(lines).toContain(`  SVC_BASE_URL=${url}`);
    expect((await fetch(`${url}/api/public/health`)).status).toBe(200);
    child.kill(signal);
    expect(await finished).toMatchObject({ code: 0 });
  });

  test("keeps what it took in the data directory that it prints", async () => {
    const data = join(directory, "chosen");
    const first = start("--data", data, "--port", "0");
    const lines = await first.ready;
    expect(lines).toContain(`data directory: ${data}`);
    const headers = { authorization: AUTHORIZATION, "content-type": "application/x-protobuf" };
    const body = protobufExport({ spans: [{ name: "kept" }] });
    const url = `${addressIn(lines)}/api/public/otel/v1/traces`;
    expect((await fetch(url, { method: "POST", headers, body })).status).toBe(200);
    first.child.kill("SIGTERM");
    expect(await first.finished).toMatchObject({ code: 0 });

    const second = start("--data", data, "--port", "0");
    const again = addressIn(await second.ready);
    const page = await (await fetch(`${again}/api/public/v2/observations`, { headers })).json();
    second.child.kill("SIGTERM");
    await second.finished;
    expect(page).toMatchObject({ data: [{ name: "kept" }] });
  });

  test("uses a fixed directory of the user by default", async () => {
    const { child, ready, finished } = start("--port", "0");
    const lines = await ready;
    child.kill("SIGTERM");
    await finished;
    expect(lines.find((line) => line.startsWith("data directory: "))).toMatch(/svc-server$/);
  });

  test.each([
    [["--help"], /^Usage: svc-server/],
    [["--version"], /^\d+\.\d+\.\d+\n$/],
  ])("%j", async (parameters, expected) => {
    expect(await start(...parameters).finished).toEqual({
      code: 0,
      stdout: expect.stringMatching(expected),
      stderr: "",
    });
  });

  test.each([
    [["--port", "http"], /--port http: a number from 0 to 65535/],
    [["--port", "70000"], /--port 70000/],
    [["--unheard"], /--unheard/],
    [["extra"], /extra/],
    [["--memory", "--data", "x"], /--memory .*--data/],
    [["--data", "/dev/null/x", "--port", "0"], /Cannot use the data directory \/dev\/null\/x/],
  ])("%j is refused on stderr with code 1", async (parameters, expected) => {
    const { code, stderr } = await start(...parameters).finished;
    expect([code, stderr]).toEqual([1, expect.stringMatching(expected)]);
  });
});

describe("an older Node.js", () => {
  test.each([
    ["18.20.0", true],
    ["20.19.5", true],
    ["22.0.0", true],
    ["22.9.0", true],
    ["22.15.1", true],
    ["22.16.0", false],
    ["22.23.3", false],
    ["23.0.0", false],
    ["24.0.0-nightly", false],
    ["100.0.0", false],
  ])("%s is too old: %s", (version, isTooOld) => {
    const problem = nodeVersionProblem(version);
    expect(problem !== undefined).toBe(isTooOld);
    for (const part of isTooOld ? [LEAST_NODE, version] : []) expect(problem).toContain(part);
  });
});
