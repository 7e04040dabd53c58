// Runs benchmarks, prints their tables and writes them as JSON; `usage` has the commands.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { type Benchmark, BENCHMARKS } from "./benchmarks.ts";
import { prepareBuild, preparedBuild } from "./compare/builds.ts";
import { compare } from "./compare/compare.ts";
import type { Effort } from "./effort.ts";
import { checkFigures } from "./goals/reached.ts";
import { goalTable } from "./goals/goal-table.ts";
import { ROOT } from "./packages.ts";
import { prepare } from "./prepare.ts";
import { conditionsNow, readResults, RESULTS, resultTable, writeResults } from "./results.ts";
import { formatTable, type Table } from "./table.ts";

const ALL: ReadonlyArray<readonly [name: string, benchmark: Benchmark]> = Object.entries(BENCHMARKS);

const usage = `node bench/run.ts NAME… | all
    beside rivals: ${ALL.map(([name]) => name).join(", ")}
node bench/run.ts compare --before PLACE [--after PLACE] NAME… | all
    beside another build: ${ALL.filter(([, { comparisons }]) => comparisons)
      .map(([name]) => name)
      .join(", ")}
node bench/run.ts goals
    prints the goals beside the results at hand, as \`all\` does at its end.
    PLACE is the folder of a checkout or a revision; after is by default this checkout.
--prepared measures what the last run has built and installed.
--smoke does a little of each benchmark, with the packages as they are built: it shows only that they run, and keeps no results.
Results are written as JSON into .build/bench/results.`;

function fail(problem: string): never {
  console.error(`${problem}\n${usage}`);
  process.exit(1);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    before: { type: "string" },
    after: { type: "string" },
    prepared: { type: "boolean" },
    smoke: { type: "boolean" },
  },
});
const isComparison = positionals[0] === "compare";
const names = isComparison ? positionals.slice(1) : positionals;
const asked = names.filter((name) => name !== "goals");
const known = ALL.filter(([, { comparisons }]) => !isComparison || comparisons);
const unknown = asked.filter((name) => name !== "all" && !known.some(([each]) => each === name));
if (names.length === 0) fail("Name a benchmark.");
if (unknown.length > 0) fail(`There is no such benchmark: ${unknown.join(", ")}.`);
const benchmarks = known.filter(([name]) => asked.includes("all") || asked.includes(name));
const uses = new Set(benchmarks.flatMap(([, benchmark]) => benchmark.uses));
const effort: Effort = values.smoke ? "smoke" : "full";

console.log(`Node ${process.version}, ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}\n`);
if (isComparison) await compareBuilds();
else await measure();

async function compareBuilds(): Promise<void> {
  // One version of OpenTelemetry is enough for two builds.
  uses.delete("otel-2");
  const { before, after = ROOT } = values;
  if (before === undefined && !values.prepared) fail("Name the checkout or revision to compare with: --before PLACE.");
  const builds = values.prepared
    ? ([preparedBuild("before"), preparedBuild("after")] as const)
    : ([await prepareBuild("before", before!, uses), await prepareBuild("after", after, uses)] as const);
  for (const [name, { comparisons = [] }] of benchmarks) {
    const conditions = conditionsNow();
    const tables: Table[] = [];
    for (const comparison of comparisons) {
      tables.push(await compare(builds, comparison));
      console.log(formatTable(tables.at(-1)!));
    }
    writeResults(`compare-${name}`, conditions, tables);
  }
}

async function measure(): Promise<void> {
  if (!values.prepared && uses.size > 0)
    await prepare(
      [...uses].filter((name) => name !== "server"),
      { builds: effort === "full" },
    );
  for (const [name, benchmark] of benchmarks) {
    const conditions = conditionsNow();
    const begin = performance.now();
    const tables = await benchmark.measure(effort);
    if (effort === "full") {
      for (const table of tables) console.log(formatTable(table));
      writeResults(name, conditions, tables);
    } else {
      checkFigures(name, tables.map(resultTable));
      console.log(`${name}: ${tables.length} tables in ${((performance.now() - begin) / 1e3).toFixed(1)} s`);
    }
  }
  if (effort === "smoke") return;
  if (names.includes("all") || names.includes("goals")) console.log(formatTable(goalTable(readResults(RESULTS))));
}
