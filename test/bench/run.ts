// `node test/bench/run.ts <name>… | all`: prepares, runs the benchmarks and prints their tables. `--prepared` measures the
// present installation, such as a trial build.
import { availableParallelism } from "node:os";
import { benchBurst } from "./burst.ts";
import { benchExport } from "./export.ts";
import { benchObservation } from "./observation.ts";
import { benchOpenAI } from "./openai.ts";
import { benchOutage } from "./outage.ts";
import { prepare } from "./prepare.ts";
import { benchService } from "./service.ts";
import { benchPrompt } from "./prompt.ts";
import { benchScores } from "./scores.ts";
import { prepareStartup } from "./startup-installation.ts";
import { benchStartup } from "./startup.ts";
import { formatTable, type Table } from "./table.ts";

const STARTUP = "startup";

const BENCHMARKS: ReadonlyMap<string, () => Promise<Table[]>> = new Map([
  ["observation", benchObservation],
  ["export", benchExport],
  ["burst", benchBurst],
  ["outage", benchOutage],
  ["service", benchService],
  ["scores", benchScores],
  ["prompt", benchPrompt],
  [STARTUP, benchStartup],
  ["openai", benchOpenAI],
]);

const PREPARED = "--prepared";
const asked = process.argv.slice(2).filter((argument) => argument !== PREPARED);
const names = asked.includes("all") ? [...BENCHMARKS.keys()] : asked;
const unknown = names.filter((name) => !BENCHMARKS.has(name));

if (names.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no benchmark ${unknown.join(", ")}.`);
  console.error(`node test/bench/run.ts ${[...BENCHMARKS.keys()].join(" | ")} | all [${PREPARED}]`);
  process.exit(1);
}

if (!process.argv.includes(PREPARED)) {
  if (names.some((name) => name !== STARTUP)) prepare();
  if (names.includes(STARTUP)) prepareStartup();
}
console.log(`Node ${process.version}, ${availableParallelism()} cores, ${new Date().toISOString().slice(0, 10)}\n`);
for (const name of names) {
  for (const table of await BENCHMARKS.get(name)!()) console.log(formatTable(table));
}
