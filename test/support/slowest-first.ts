import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest, the slowest first. A slow file that begins last would run alone at the end. */
const SLOWEST = [
  "test/e2e/frameworks/claude-agent.test.ts",
  "test/e2e/next.test.ts",
  "test/e2e/published.test.ts",
  "test/e2e/doctor.test.ts",
  "test/e2e/examples.test.ts",
  "test/e2e/frameworks/ai-sdk.test.ts",
  "test/e2e/published-types.test.ts",
  "test/e2e/frameworks/llamaindex.test.ts",
  "test/e2e/endings/exit-table.test.ts",
  "test/e2e/scale/moving.test.ts",
  "test/e2e/page/experiments.test.ts",
  "test/e2e/page/traces.test.ts",
  "test/e2e/page/prompts.test.ts",
  "test/e2e/page/observation.test.ts",
  "test/e2e/page/sign-in.test.ts",
  "test/e2e/page/trace-filter.test.ts",
  "test/e2e/frameworks/openai-agents.test.ts",
  "test/e2e/page/views.test.ts",
  "test/e2e/scale/kills.test.ts",
  "test/e2e/page/datasets.test.ts",
  "test/e2e/page/projects.test.ts",
  "test/e2e/page/sessions.test.ts",
  "test/e2e/page/trace.test.ts",
  "test/e2e/page/scores.test.ts",
  "test/e2e/providers/mistral.test.ts",
  "test/e2e/frameworks/vector-stores.test.ts",
  "test/e2e/frameworks/mcp.test.ts",
  "test/e2e/migrate-from-peers.test.ts",
  "test/e2e/terminal.test.ts",
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
