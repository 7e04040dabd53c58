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
  // The first one also compiles the schema.
  expect([problems("p-1", "a"), problems("p-1", "b")]).toEqual([[], []]);
  expect(() => problems("p-1", "d")).toThrow(/The schemas of this project have taken 1500 ms within 10 s/);
  expect(() => checkSchema("p-1", "inputSchema", { type: "number" })).toThrow(/make them cheaper, or try again later/);
  expect(problems("p-2", "a")).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(problems("p-1", 1)).toHaveLength(1);
});

/** Returns a schema of `count` objects with 20 properties each, whose names no other schema has. */
function wide(count: number, name: string): object {
  const property = (object: number, index: number): [string, object] => [
    `${name}${object}_${index}`,
    { type: "string", minLength: index },
  ];
  const objects = Array.from({ length: count }, (_, object) => ({
    type: "object",
    properties: Object.fromEntries(Array.from({ length: 20 }, (_each, index) => property(object, index))),
  }));
  return { anyOf: objects };
}

test("a schema has at most 65,536 characters", () => {
  expect(() => checkSchema("p-3", "inputSchema", wide(200, "long"))).toThrow(
    /inputSchema: a schema has at most 65536 characters as JSON, this one \d{6}/,
  );
});

test("the time to compile schemas counts, also that of a schema from before the limit of its length", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.spyOn(process, "threadCpuUsage").mockImplementation(() => ({ user: performance.now() * 1_000, system: 0 }));
  const item = { input: {}, expectedOutput: null };
  const check = (name: string): unknown[] => [
    ...schemaProblems("p-4", { inputSchema: wide(70, name), expectedOutputSchema: null }, item),
  ];
  expect(check("first")).toEqual([]);
  expect(() => check("second")).toThrow(/The schemas of this project have taken 1500 ms/);
});
