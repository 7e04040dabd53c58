import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { recordingServiceOfEachTest, respondWith } from "../../support/http/recording-service.ts";
import { freePort } from "../../support/http/free-port.ts";

const service = recordingServiceOfEachTest(respondWith(202, { message: "Accepted" }));

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Scores that have arrived by the end. */
  readonly scores: unknown[];
}

/** Runs a program that makes this many scores and then ends. */
async function run(
  count: number,
  ending: string,
  env: Record<string, string> = {},
  args: string[] = [],
): Promise<Ended> {
  const program = `
    const { SvcClient } = await import("@svc/client");
    const client = new SvcClient();
    for (let i = 0; i < ${count}; i++) client.score.create({ sessionId: "s", name: "n", value: i });
    ${ending}
  `;
  const child = spawn(process.execPath, [...args, "--input-type=module", "--eval", program], {
    cwd: import.meta.dirname,
    env: { ...process.env, SVC_BASE_URL: service.url, SVC_PUBLIC_KEY: "pk", SVC_SECRET_KEY: "sk", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  const scores = service.requests
    .filter(({ path }) => path.endsWith("/scores"))
    .flatMap(({ body }) => body as unknown[]);
  return { exitCode: child.exitCode, stdout, stderr, scores };
}

const PRELOAD = ["--import", "@svc/register"];

describe("delivers the queue at the end of the process", () => {
  it.each<[what: string, count: number, ending: string, args: string[], exitCode: number]>([
    ["nothing left to do, without the preload", 3, "", [], 0],
    ["nothing left to do, without the preload, many scores", 250, "", [], 0],
    ["nothing left to do", 3, "", PRELOAD, 0],
    ["process.exit()", 250, "process.exit(3);", PRELOAD, 3],
    ["process.exit() while a request is under way", 100, "setImmediate(() => process.exit(4));", PRELOAD, 4],
    ["an error that nobody catches", 3, 'throw new Error("the end");', PRELOAD, 1],
    [
      "a listener of exit",
      0,
      'process.on("exit", () => client.score.create({ sessionId: "s", name: "n", value: 1 }));',
      PRELOAD,
      0,
    ],
  ])("%s", async (_what, count, ending, args, exitCode) => {
    const ended = await run(count, ending, {}, args);
    expect(ended.exitCode).toBe(exitCode);
    expect(new Set(ended.scores.map((score) => (score as { id: string }).id)).size).toBe(Math.max(count, 1));
    expect(ended.stdout).toBe("");
    expect(ended.stderr).toMatch(exitCode === 1 ? /^[^]*Error: the end[^]*$/ : /^$/);
    expect(ended.stderr).not.toContain("Svc SDK");
  });

  it.each([
    ["without the preload", []],
    ["under the preload", PRELOAD],
  ])("waits a limited time for an unreachable service, and logs the loss: %s", async (_what, args) => {
    const away = { SVC_BASE_URL: `http://127.0.0.1:${await freePort()}`, SVC_SHUTDOWN_TIMEOUT: "0.3" };
    const { exitCode, stdout, stderr } = await run(3, "", away, args);
    expect(exitCode).toBe(0);
    expect(stdout).toBe("");
    expect(stderr).toContain("3 scores were lost");
  });
});
