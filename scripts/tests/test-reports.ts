import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { hasTest, type TestGroup } from "../../test/groups/test-groups.ts";
import type { CommandResult } from "./group-commands.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Part of vitest's report in JSON that is read here. */
interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: ReadonlyArray<{
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: ReadonlyArray<{
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }>;
  }>;
}

/** Group that ran, and whether each of its test files and commands passed. */
export interface Verdict {
  readonly group: TestGroup;
  readonly hasPassed: boolean;
}

/** Run of vitest: its report, unless it wrote none, and whether it ended with 0, which it does not after an error outside of a test. */
export interface TestRun {
  readonly report: Report | undefined;
  readonly hasPassed: boolean;
}

/** Reads the report of a run that has ended. */
export function readRun(file: string, exitCode: number): TestRun {
  const report = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Report) : undefined;
  return { report, hasPassed: report !== undefined && exitCode === 0 };
}

/** Prints what failed, and why, for a reader of the end of a long log. */
export function printFailures(runs: readonly TestRun[]): void {
  for (const { report, hasPassed } of runs) {
    if (report === undefined) console.log("FAIL vitest wrote no report.");
    else if (!hasPassed && failedIn(report) === 0) console.log("FAIL vitest: an error outside of a test, see above.");
    for (const { name, status, message, assertionResults } of report?.testResults ?? []) {
      const failures = assertionResults.filter((each) => each.status === "failed");
      if (failures.length === 0 && status === "failed") console.log(`FAIL ${relative(ROOT, name)}\n${message}`);
      for (const { fullName, failureMessages } of failures) {
        console.log(`FAIL ${relative(ROOT, name)}: ${fullName}\n${failureMessages.join("\n").slice(0, 4_000)}`);
      }
    }
  }
}

/** Returns which groups passed. A test file that could not be loaded has failed, and so has a run without a report. */
export function verdictsOf(
  groups: readonly TestGroup[],
  runs: readonly TestRun[],
  commands: readonly CommandResult[],
): readonly Verdict[] {
  const results = runs.flatMap(({ report }) => report?.testResults ?? []);
  const failed = results.filter(({ status }) => status === "failed").map(({ name }) => relative(ROOT, name));
  const failedCommands = new Set(
    commands.filter(({ hasPassed }) => !hasPassed).map(({ command }) => command.join(" ")),
  );
  const isComplete = runs.every(({ report, hasPassed }) => report !== undefined && (hasPassed || failedIn(report) > 0));
  return groups.map((group) => {
    const ofEngines = (path: string): boolean => group.onEveryEngine === true && path.startsWith("test/conformance/");
    const hasFailed =
      failed.some((path) => hasTest(group, path) || ofEngines(path)) ||
      (group.commands ?? []).some((command) => failedCommands.has(command.join(" ")));
    return { group, hasPassed: isComplete && !hasFailed };
  });
}

/** Returns the number of tests and commands that passed and failed. A run that failed without a failed test counts as one. */
export function totalOf(
  runs: readonly TestRun[],
  commands: readonly CommandResult[],
): { passed: number; failed: number } {
  const passed = commands.filter(({ hasPassed }) => hasPassed).length;
  const total = { passed, failed: commands.length - passed };
  for (const { report, hasPassed } of runs) {
    const failed = report === undefined ? 0 : failedIn(report);
    total.passed += report?.numPassedTests ?? 0;
    total.failed += hasPassed ? failed : Math.max(failed, 1);
  }
  return total;
}

/** Returns the number of failed tests. A file that could not be loaded counts as one. */
function failedIn({ numFailedTests, testResults }: Report): number {
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((each) => each.status === "failed"),
  );
  return numFailedTests + unloaded.length;
}
