import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest, the slowest first. A slow file that begins last would run alone at the end. */
const SLOWEST = [
  "test/e2e/next.test.ts",
  "test/e2e/published.test.ts",
  "test/e2e/endings/exit-table.test.ts",
  "test/e2e/coexistence/other-tracers.test.ts",
  "test/integration/langchain/runs.test.ts",
  "test/e2e/coexistence/opentelemetry.test.ts",
  "test/e2e/unrecorded-calls.test.ts",
  "test/e2e/doctor.test.ts",
  "test/e2e/own-sdk.test.ts",
  "test/e2e/preload.test.ts",
  "test/e2e/browser/page.test.ts",
  "test/e2e/enabled-instrumentations.test.ts",
  "test/e2e/forms/package-names.test.ts",
  "test/e2e/pm2.test.ts",
];

/** Order of the test files: the slowest, then as vitest orders them. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- This `sort` is vitest's.
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = SLOWEST.findIndex((file) => moduleId.endsWith(file));
  return rank === -1 ? SLOWEST.length : rank;
}
