import { LOCAL_KEYS } from "@svc/core/internal";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startLocalService, type LocalService } from "../../support/server/local-service.ts";

const DOCS = join(import.meta.dirname, "../../../docs");

/** Returns the examples of a page that are whole programs; the vitest one runs in vitest-helper.test.ts. */
function programsOf(page: string): string[] {
  const blocks = readFileSync(join(DOCS, page), "utf8").matchAll(/```js\n(.*?)```/gs);
  return [...blocks]
    .map(([, code]) => code!)
    .filter((code) => code.startsWith("import") && !code.includes("experimentTest"));
}

let service: LocalService;

beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

async function run(program: string): Promise<{ stdout: string; stderr: string; exitCode: number | null }> {
  const args = ["--import", "@svc/register", "--input-type=module", "--eval", program];
  const child = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    env: {
      ...process.env,
      SVC_BASE_URL: service.url,
      SVC_PUBLIC_KEY: LOCAL_KEYS.publicKey,
      SVC_SECRET_KEY: LOCAL_KEYS.secretKey,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { stdout, stderr, exitCode: child.exitCode };
}

describe.each<[page: string, printed: string[]]>([
  ["scores.md", ["{ delivered: 3, rejected: 0, lost: 0, waiting: 0 }", "isComplete: true"]],
  ["prompts.md", ["Greet Ada in French.", "We are open today."]],
  ["experiments.md", ["average  exact     0.500", "/experiments/results?baseline="]],
])("the examples of docs/%s work when pasted", (page, printed) => {
  it.each(programsOf(page).map((program, n): [number, string, string] => [n + 1, program, printed[n]!]))(
    "example %i",
    async (_n, program, line) => {
      const { stdout, stderr, exitCode } = await run(program);
      expect(stderr).toBe("");
      expect(stdout).toContain(line);
      expect(exitCode).toBe(0);
    },
  );
});
