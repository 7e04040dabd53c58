// `npm test`: the tests that people wait for. `usage` has the other forms. Prints the failures again at the end, then the groups and the
// count of tests.
import { parseArgs } from "node:util";
import { join } from "node:path";
import { changedGroups, keepPassed } from "../test/groups/passed-groups.ts";
import { TEST_GROUPS, type TestGroup } from "../test/groups/test-groups.ts";
import { runCommands } from "./tests/group-commands.ts";
import { runContainers, runTests, runVitest } from "./tests/test-run.ts";
import { printFailures, totalOf, verdictsOf } from "./tests/test-reports.ts";

const usage = `npm test                                without the groups below
npm test -- FILE|OPTION…                what vitest is asked for: nothing is left out
npm run test:full                       everything; keeps which groups passed, in test/groups/passed-groups.json
npm run test:full -- GROUP…             only these groups
npm run test:changed                    as npm test, with the groups of which a file has changed; keeps which passed as well
npm run test:changed -- --list          names the groups, and which of them have changed`;

const ROOT = join(import.meta.dirname, "..");

const [mode, ...args] = process.argv.slice(2);
if (mode === "quick" && args.length > 0) process.exit(await runVitest(args));

const { values, positionals } = parseArgs({
  args,
  allowPositionals: true,
  options: { list: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
});
if (values.help || (mode !== "quick" && mode !== "full" && mode !== "changed")) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}
if (values.list) {
  const changed = new Set(changedGroups(ROOT));
  console.table(
    TEST_GROUPS.map((group) => ({ group: group.name, because: group.because, changed: changed.has(group) })),
  );
  process.exit();
}

const begun = performance.now();
const isPart = positionals.length > 0;
const chosen = groupsOf(mode);
if (chosen.length > 0) console.log(`Groups: ${chosen.map(({ name }) => name).join(", ")}`);
const containers = runContainers(chosen);
const runs = [await runTests(chosen, isPart), await containers].filter((run) => run !== undefined);
const commands = await runCommands(chosen.flatMap(({ commands = [] }) => commands));

printFailures(runs);
const verdicts = verdictsOf(chosen, runs, commands);
if (verdicts.length > 0) {
  console.table(verdicts.map(({ group, hasPassed }) => ({ group: group.name, hasPassed })));
  keepPassed(
    verdicts.flatMap(({ group, hasPassed }) => (hasPassed ? [group] : [])),
    ROOT,
  );
}
const total = totalOf(runs, commands);
for (const { command, hasPassed } of commands) if (!hasPassed) console.log(`FAILED ${command.join(" ")}`);
console.log(`${((performance.now() - begun) / 60_000).toFixed(1)} minutes`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;

/** Returns the groups to run: none, all or the named ones, or those that have changed. */
function groupsOf(mode: string): readonly TestGroup[] {
  if (mode === "quick") return [];
  if (mode === "changed") return changedGroups(ROOT);
  const unknown = positionals.filter((name) => !TEST_GROUPS.some((group) => group.name === name));
  if (unknown.length > 0) {
    console.error(
      `There is no group ${unknown.join(", ")}. There are: ${TEST_GROUPS.map(({ name }) => name).join(", ")}.`,
    );
    process.exit(1);
  }
  return TEST_GROUPS.filter(({ name }) => !isPart || positionals.includes(name));
}
