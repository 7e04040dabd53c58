import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LEAST_NODE, nodeVersionProblem } from "../../../../src/server/commands/node-version.ts";
import { type ServerCommand, addressIn, startCommand } from "../../../support/server/server-command.ts";
import { protobufExport, AUTHORIZATION } from "../../../support/server/otlp-calls.ts";
import { folderOfAllTests } from "../../../support/temporary-folder.ts";

const directory = folderOfAllTests("server-cli");

const start = (...parameters: string[]): ServerCommand => startCommand(parameters, { XDG_DATA_HOME: directory });

describe("svc-server", () => {
  test.each(["SIGTERM", "SIGINT"] as const)("prints its address, and ends with code 0 on %s", async (signal) => {
    const { child, ready, finished } = start("--memory", "--port", "0");
    const lines = await ready;
    const url = addressIn(lines);
    expect(lines.at(-1)).toMatch(/^svc-server listening on http:\/\/127\.0\.0\.1:\d+$/);
    expect(lines.join("\n")).toContain("pk-svc-local");
    expect(lines).toContain("  export SVC_SECRET_KEY=sk-svc-local");
    expect(lines).toContain(`  export SVC_BASE_URL=${url}`);
    expect(lines).toContain(`open ${url} to see its traces`);
    expect((await fetch(`${url}/api/public/health`)).status).toBe(200);
    child.kill(signal);
    expect(await finished).toMatchObject({ code: 0 });
  });

  test("stores data in the directory that it prints", async () => {
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
    [["--help"], /^Usage: svc-server \[options\]/],
    [["prune", "--help"], /^Usage: svc-server prune/],
    [["export", "--help"], /^Usage: svc-server export/],
    [["import", "--help"], /^Usage: svc-server import/],
    [["keys", "--help"], /^Usage: svc-server keys/],
    [["--version"], /^\d+\.\d+\.\d+\n$/],
  ])("%j", async (parameters, expected) => {
    expect(await start(...parameters).finished).toEqual({
      code: 0,
      signal: null,
      stdout: expect.stringMatching(expected),
      stderr: "",
    });
  });

  test.each([
    [["--port", "http"], /--port http: a number from 0 to 65535/],
    [["--port", "70000"], /--port 70000/],
    [["--unheard"], /--unheard/],
    [["extra"], /extra/],
    [["--otlp-port", "x"], /--otlp-port x/],
    [["--keep-days", "soon"], /--keep-days soon: a number of days/],
    [["--max-size", "big"], /--max-size big: a size such as 500MB/],
    [["--as-version", "old"], /"old" is no version of the service/],
    [["--fault", "fire"], /--fault fire: delay, 429, 503, drop, crash is expected/],
    [["--fault", "503:when=now"], /--fault 503:when=now: path=/],
    [["--env-keys", "--memory"], /--env-keys: set both SVC_PUBLIC_KEY and SVC_SECRET_KEY/],
    [["prune", "--max-size", "1XB"], /--max-size 1XB: a size such as 500MB/],
    [["import", "--project", "none"], /There is no project none/],
    [["--memory", "--data", "x"], /--memory .*--data/],
    [["--data", "/dev/null/x", "--port", "0"], /Cannot use the data directory \/dev\/null\/x/],
  ])("rejects %j on stderr with code 1", async (parameters, expected) => {
    const { code, stderr } = await start(...parameters).finished;
    expect([code, stderr]).toEqual([1, expect.stringMatching(expected)]);
  });
});

describe("an unsupported Node.js version", () => {
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
