import { expect, it } from "vitest";
import { totalOf, type TestRun } from "../../../scripts/tests/test-reports.ts";

const run = (passed: number, failed: number, exitCode = failed): TestRun => ({
  report: { numPassedTests: passed, numFailedTests: failed, testResults: [] },
  hasPassed: exitCode === 0,
});
const command = (hasPassed: boolean) => ({ command: ["npm", "run", "test:faults"], hasPassed });

it.each([
  ["tests", [run(3, 0)], [], { passed: 3, failed: 0 }],
  ["a failed test", [run(3, 1)], [], { passed: 3, failed: 1 }],
  ["an error outside of a test", [run(3, 0, 1)], [], { passed: 3, failed: 1 }],
  ["a run without a report", [{ report: undefined, hasPassed: false }], [], { passed: 0, failed: 1 }],
  ["only a command", [], [command(true)], { passed: 1, failed: 0 }],
  ["a failed command beside tests", [run(3, 0)], [command(true), command(false)], { passed: 4, failed: 1 }],
])("counts %s", (_what, runs, commands, total) => {
  expect(totalOf(runs, commands)).toEqual(total);
});
