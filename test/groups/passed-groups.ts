import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { digestOf } from "./group-inputs.ts";
import { TEST_GROUPS, type TestGroup } from "./test-groups.ts";

/** Digests of the files with which each group last passed. `npm run test:full` and `test:changed` write them; they are committed. */
const FILE = "test/groups/passed-groups.json";

type Digests = Readonly<Record<string, string>>;

/** Returns the groups of which a file has changed since they last passed. */
export function changedGroups(root: string): readonly TestGroup[] {
  const passed = read(root);
  return TEST_GROUPS.filter((group) => passed[group.name] !== digestOf(group, root));
}

/** Keeps that groups have passed with the files that they have now. */
export function keepPassed(groups: readonly TestGroup[], root: string): void {
  const passed = { ...read(root), ...Object.fromEntries(groups.map((group) => [group.name, digestOf(group, root)])) };
  const kept = TEST_GROUPS.flatMap(({ name }) => (passed[name] === undefined ? [] : [[name, passed[name]]]));
  writeFileSync(join(root, FILE), `${JSON.stringify(Object.fromEntries(kept), undefined, 2)}\n`);
}

function read(root: string): Digests {
  const file = join(root, FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Digests) : {};
}
