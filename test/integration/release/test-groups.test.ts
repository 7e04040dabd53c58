import { globSync } from "node:fs";
import { expect, it } from "vitest";
import { filesOf, testFiles } from "../../groups/group-inputs.ts";
import { hasTest, TEST_GROUPS } from "../../groups/test-groups.ts";
import { ROOT } from "../../support/paths.ts";

it.each(TEST_GROUPS.map((group) => [group.name, group] as const))(
  "the group %s names inputs and test files that exist",
  (_name, group) => {
    expect(group.inputs.filter((input) => globSync(input, { cwd: ROOT }).length === 0)).toEqual([]);
    const files = testFiles(ROOT);
    expect(group.tests.filter((beginning) => !files.some((path) => path.startsWith(`test/${beginning}`)))).toEqual([]);
    expect(group.tests.length + (group.commands?.length ?? 0)).toBeGreaterThan(0);
    expect(filesOf(group, ROOT).filter((path) => /node_modules|(^|\/)dist\//.test(path))).toEqual([]);
  },
);

it("no test file is in two groups", () => {
  const groupsOf = (path: string): string[] =>
    TEST_GROUPS.filter((group) => hasTest(group, path)).map(({ name }) => name);
  expect(testFiles(ROOT).filter((path) => groupsOf(path).length > 1)).toEqual([]);
});
