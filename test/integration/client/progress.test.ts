import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";

/** Returns the text that an experiment of three items writes to standard output and standard error. */
async function run(prelude: string, params = ""): Promise<{ stdout: string; stderr: string }> {
  const program = `
    ${prelude}
    const { SvcClient } = await import("@svc/client");
    const { experiment } = new SvcClient({ publicKey: "pk", secretKey: "sk", baseUrl: "http://127.0.0.1:9" });
    await experiment.run({ name: "capitals", data: [{ input: 1 }, { input: 2 }, { input: 3 }], task: () => 1, ${params} });
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: import.meta.dirname,
    env: { ...process.env, SVC_LOG_LEVEL: "NONE" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { stdout, stderr };
}

const TERMINAL = `Object.defineProperty(process.stderr, "isTTY", { value: true });`;

it("shows a progress bar if standard error is a terminal", async () => {
  const { stdout, stderr } = await run(TERMINAL);
  expect(stderr).toContain("0/3");
  expect(stderr).toContain("capitals");
  expect(stderr.endsWith("\r\u001B[K"), "clears its line at the end").toBe(true);
  expect(stdout).toBe("");
});

it.each([
  ["elsewhere", ""],
  ["elsewhere, even when it is wanted", "progress: true"],
])("shows no progress bar: %s", async (_what, params) => {
  expect(await run("", params)).toEqual({ stdout: "", stderr: "" });
});

it("shows no progress bar with progress: false", async () => {
  expect(await run(TERMINAL, "progress: false")).toEqual({ stdout: "", stderr: "" });
});
