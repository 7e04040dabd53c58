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

/** Prints what failed, and why, for a reader of the end of a long log. */
export function printFailures(files: readonly string[]): void {
  for (const file of files) {
    const report = read(file);
    if (report === undefined) console.log(`FAIL vitest wrote no report: ${relative(ROOT, file)}`);
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
  files: readonly string[],
  commands: readonly CommandResult[],
): readonly Verdict[] {
  const reports = files.map(read);
  const results = reports.flatMap((report) => report?.testResults ?? []);
  const failed = results.filter(({ status }) => status === "failed").map(({ name }) => relative(ROOT, name));
  const failedCommands = new Set(
    commands.filter(({ hasPassed }) => !hasPassed).map(({ command }) => command.join(" ")),
  );
  const isComplete = !reports.includes(undefined);
  return groups.map((group) => {
    const ofEngines = (path: string): boolean => group.onEveryEngine === true && path.startsWith("test/conformance/");
    const hasFailed =
      failed.some((path) => hasTest(group, path) || ofEngines(path)) ||
      (group.commands ?? []).some((command) => failedCommands.has(command.join(" ")));
    return { group, hasPassed: isComplete && !hasFailed };
  });
}

/** Returns the number of tests that passed and failed. A file that could not be loaded counts as a failed test. */
export function totalOf(files: readonly string[]): { passed: number; failed: number } {
  const total = { passed: 0, failed: 0 };
  for (const report of files.map(read)) {
    total.passed += report?.numPassedTests ?? 0;
    const unloaded = report?.testResults.filter(
      ({ status, assertionResults }) =>
        status === "failed" && !assertionResults.some((each) => each.status === "failed"),
    );
    total.failed += report === undefined ? 1 : report.numFailedTests + (unloaded?.length ?? 0);
  }
  return total;
}

function read(file: string): Report | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Report) : undefined;
}
