import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerJson, startRecordingService, type RecordingService } from "../../support/http/recording-service.ts";

interface Report {
  testResults: Array<{ assertionResults: Array<{ title: string; status: string; failureMessages: string[] }> }>;
}

const ROOT = join(import.meta.dirname, "../../..");

let service: RecordingService;
let report: Report;
let exitCode: number;
/** Standard output and standard error. */
let output = "";

/** Runs the file of tests as a user would, and reads vitest's report. */
beforeAll(async () => {
  service = await startRecordingService((response) => answerJson(response, 200, { data: [{ id: "p-1" }] }));
  const folder = mkdtempSync(join(tmpdir(), "svc-vitest-"));
  const file = join(folder, "report.json");
  const args = [
    "run",
    "--root",
    join(ROOT, "test/fixtures/client"),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ];
  const child = spawn(process.execPath, [join(ROOT, "node_modules/vitest/vitest.mjs"), ...args], {
    env: { ...process.env, SVC_BASE_URL: service.url, SVC_PUBLIC_KEY: "pk", SVC_SECRET_KEY: "sk" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  [exitCode] = (await once(child, "close")) as [number];
  report = JSON.parse(readFileSync(file, "utf8")) as Report;
  rmSync(folder, { recursive: true });
}, 60_000);

afterAll(() => service.close());

describe("an experiment as a vitest test", () => {
  it.each<[title: string, status: string, messages: string[]]>([
    ["as good as ever", "passed", []],
    ["a regression", "failed", ["RegressionError: exact is 0.5, below 0.9", "2  Japan   Tokyo     Paris   0.000"]],
    ["never scored", "failed", ["RegressionError: exact was never given"]],
    ["an item without result", "failed", ["RegressionError: 1 of 2 items have no result", "item 2 failed: no answer"]],
    ["of the whole run", "passed", []],
    [
      "judged for one item only",
      "failed",
      [
        "RegressionError: exact is 1, but not of all items (1 of 2 items judged)",
        "average  exact  1.000  1 of 2 items judged",
      ],
    ],
    ["a threshold that is no number", "failed", ['TypeError: The threshold of "exact" is NaN (number)']],
  ])("%s: %s", (title, status, messages) => {
    const result = report.testResults[0]!.assertionResults.find((assertion) => assertion.title === title)!;
    expect(result.status).toBe(status);
    for (const message of messages) expect(result.failureMessages.join("\n")).toContain(message);
  });

  it("warns of no deprecated field, which nobody reads", () => {
    expect(output).toContain("no OpenTelemetry tracer provider is registered");
    expect(output).not.toContain("deprecated");
  });

  it("fails the run", () => expect(exitCode).toBe(1));
});
