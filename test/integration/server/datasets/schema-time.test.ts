// Checks against the schemas of a dataset, with a clock of the test in the place of schemas that take long.
import type * as Limit from "../../../../src/server/api/datasets/run-with-time-limit.ts";
import { afterEach, expect, test, vi } from "vitest";
import { checkSchema, schemaProblems } from "../../../../src/server/api/datasets/dataset-schemas.ts";

vi.mock(import("../../../../src/server/api/datasets/run-with-time-limit.ts"), async (importOriginal) => {
  const { runWithTimeLimit: original } = await importOriginal();
  const runWithTimeLimit: typeof Limit.runWithTimeLimit = (limitMs, work) => {
    vi.advanceTimersByTime(Math.min(500, limitMs + 250));
    // A busy machine must not stop what the clock of the test lets pass.
    return original(60_000, work);
  };
  return { runWithTimeLimit };
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const dataset = { inputSchema: { type: "string" }, expectedOutputSchema: null };
const problems = (projectId: string, input: unknown): unknown[] => [
  ...schemaProblems(projectId, dataset, { input, expectedOutput: null }),
];

test("checks of one project have 1.5 s in 10 s, and those of another project have theirs", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.spyOn(process, "threadCpuUsage").mockImplementation(() => ({ user: performance.now() * 1_000, system: 0 }));
  expect([problems("p-1", "a"), problems("p-1", "b"), problems("p-1", "c")]).toEqual([[], [], []]);
  expect(() => problems("p-1", "d")).toThrow(/The schemas of this project have taken 1500 ms within 10 s/);
  expect(() => checkSchema("p-1", "inputSchema", { type: "number" })).toThrow(/make them cheaper, or try again later/);
  expect(problems("p-2", "a")).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(problems("p-1", 1)).toHaveLength(1);
});
