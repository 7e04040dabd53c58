// Runs benchmarks and prints their tables; `usage` has the commands.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { benchBedrock } from "./bedrock/bedrock.ts";
import type { Effort } from "./calls/recorded-calls.ts";
import { PROMPT_COMPARISONS, SCORES_COMPARISONS } from "./client/compare-client.ts";
import { benchPrompt } from "./client/prompt.ts";
import { benchScores } from "./client/scores.ts";
import { prepareBuild, preparedBuild } from "./compare/builds.ts";
import { compare, type Comparison } from "./compare/compare.ts";
import { benchBurst } from "./delivery/burst.ts";
import { benchExport } from "./delivery/export.ts";
import { benchOutage } from "./delivery/outage.ts";
import { OBSERVATION_COMPARISONS } from "./observation/compare-observation.ts";
import { benchObservation } from "./observation/observation.ts";
import { OPENAI_COMPARISONS } from "./openai/compare-openai.ts";
import { benchOpenAI } from "./openai/openai.ts";
import { ROOT, type PackageTarget } from "./packages.ts";
import { prepare } from "./prepare.ts";
import { benchProvider } from "./providers/providers.ts";
import { PROVIDER_BENCHMARKS, summariseProviders } from "./provider-summary.ts";
import { SERVICE_COMPARISONS } from "./service/compare-service.ts";
import { benchService } from "./service/service.ts";
import { STARTUP_COMPARISONS } from "./startup/compare-startup.ts";
import { benchStartup } from "./startup/startup.ts";
import { formatTable, type Table } from "./table.ts";

/** Benchmark: beside rivals, and beside another build of this repository. */
interface Benchmark {
  readonly measure: (effort: Effort) => Promise<Table[]>;
  /** Folders that it loads packages from. */
  readonly uses: readonly PackageTarget[];
  readonly comparisons?: readonly Comparison[];
}

const LINES = ["otel-2", "otel-3"] as const;

const BENCHMARKS: Readonly<Record<string, Benchmark>> = {
  observation: { measure: benchObservation, uses: LINES, comparisons: OBSERVATION_COMPARISONS },
  export: { measure: benchExport, uses: LINES },
  burst: { measure: benchBurst, uses: LINES },
  outage: { measure: benchOutage, uses: LINES },
  service: { measure: benchService, uses: ["server"], comparisons: SERVICE_COMPARISONS },
  scores: { measure: benchScores, uses: ["client"], comparisons: SCORES_COMPARISONS },
  prompt: { measure: benchPrompt, uses: ["client"], comparisons: PROMPT_COMPARISONS },
  startup: { measure: benchStartup, uses: ["startup"], comparisons: STARTUP_COMPARISONS },
  openai: { measure: benchOpenAI, uses: LINES, comparisons: OPENAI_COMPARISONS },
  anthropic: { measure: benchProvider("anthropic"), uses: LINES },
  "google-genai": { measure: benchProvider("google"), uses: LINES },
  bedrock: { measure: benchBedrock, uses: LINES },
  mistral: { measure: benchProvider("mistral"), uses: LINES },
  cohere: { measure: benchProvider("cohere"), uses: LINES },
  ollama: { measure: benchProvider("ollama"), uses: LINES },
  mcp: { measure: benchProvider("mcp"), uses: LINES },
};

const usage = `node test/bench/run.ts NAME… | providers | all
    beside rivals: ${Object.keys(BENCHMARKS).join(", ")}
node test/bench/run.ts compare --before PLACE [--after PLACE] NAME… | all
    beside another build: ${Object.keys(BENCHMARKS)
      .filter((name) => BENCHMARKS[name]!.comparisons)
      .join(", ")}
    providers: the benchmarks of packages that record model calls, with one table of all at the end.
    PLACE is the folder of a checkout or a revision; after is by default this checkout.
--prepared measures what the last run has built and installed.
--smoke makes two of each call of the provider benchmarks, with the packages as they are built: it shows only that they run.`;

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
const given = isComparison ? positionals.slice(1) : positionals;
const asked = given.flatMap((name) =>
  name === "providers" ? PROVIDER_BENCHMARKS.filter((each) => each in BENCHMARKS) : name,
);
const known = Object.entries(BENCHMARKS).filter(([, { comparisons }]) => !isComparison || comparisons);
const unknown = asked.filter((name) => name !== "all" && !known.some(([each]) => each === name));
if (asked.length === 0) fail("Name a benchmark.");
if (unknown.length > 0) fail(`There is no such benchmark: ${unknown.join(", ")}.`);
const benchmarks = known.filter(([name]) => asked.includes("all") || asked.includes(name));
const uses = new Set(benchmarks.flatMap(([, benchmark]) => benchmark.uses));

console.log(`Node ${process.version}, ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}\n`);
if (isComparison) {
  // One version of OpenTelemetry is enough for two builds.
  uses.delete("otel-2");
  const { before, after = ROOT } = values;
  if (before === undefined && !values.prepared) fail("Name the checkout or revision to compare with: --before PLACE.");
  const builds = values.prepared
    ? ([preparedBuild("before"), preparedBuild("after")] as const)
    : ([await prepareBuild("before", before!, uses), await prepareBuild("after", after, uses)] as const);
  for (const comparison of benchmarks.flatMap(([, { comparisons = [] }]) => comparisons)) {
    console.log(formatTable(await compare(builds, comparison)));
  }
} else {
  if (!values.prepared)
    await prepare(
      [...uses].filter((name) => name !== "server"),
      { builds: !values.smoke },
    );
  const measured = [];
  for (const [name, { measure }] of benchmarks) {
    const tables = await measure(values.smoke ? "smoke" : "full");
    for (const table of tables) console.log(values.smoke ? `${name}: ${table.title}: runs` : formatTable(table));
    measured.push({ name, tables });
  }
  if (given.includes("providers") && !values.smoke) console.log(formatTable(summariseProviders(measured)));
}
