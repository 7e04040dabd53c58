// Has faults happen and prints the table: fault, outcome, what was measured. `usage` has the commands.
import { parseArgs } from "node:util";
import { markdownTable } from "../../scripts/docs/markdown-table.ts";
import { endPrograms } from "../support/application/run-application.ts";
import { BUILDS } from "./builds.ts";
import type { Fault, Form, Trial } from "./fault.ts";
import { SUBJECTS } from "./fault-list.ts";
import { misfit, mutatedBuilds } from "./mutation.ts";
import { COMMITTED, keepFaultResults, LATEST, type FaultResult } from "./results.ts";

const usage = `npm run test:faults -- [--short] [--sample] [--mutations] [--keep] [TEXT…]
    Runs all rows, or those whose subject or fault contains one of the texts. A row that fails runs once more.
--short      shorter outages and fewer repetitions, as in CI
--sample     only the first two rows of each subject, as in CI while nothing below test/faults has changed
--mutations  runs each row with the mutation that it names, and fails when the row passes
--keep       writes the results of the rows that hold into docs/reliability, of which \`npm run docs\` makes the page`;

/** Time in which a row ends. A row that does not end has failed. */
const LIMIT_MS = { short: 60_000, full: 300_000 } as const satisfies Record<Form, number>;

/** Rows of each subject in a sample. */
const SAMPLE = 2;

/** Rows that run at once, of a subject whose rows mostly wait. In the full form each has the machine to itself. */
const AT_ONCE = { short: 3, full: 1 } as const satisfies Record<Form, number>;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: "boolean", default: false },
    sample: { type: "boolean", default: false },
    mutations: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  console.log(usage);
  process.exit();
}

const form: Form = values.short ? "short" : "full";
const asked = SUBJECTS.map(({ faults, ...subject }) => ({
  ...subject,
  faults: faults
    .filter(
      ({ fault }) =>
        positionals.length === 0 || positionals.some((text) => `${subject.title}: ${fault}`.includes(text)),
    )
    .slice(0, values.sample ? SAMPLE : undefined),
}));
const askedFaults = asked.flatMap(({ faults }) => faults);
if (askedFaults.length === 0) fail(`No row contains ${positionals.join(" or ")}.\n${usage}`);

const misfits = askedFaults.flatMap((fault) => {
  const problem = misfit(fault.failsWhen);
  return problem === undefined ? [] : [`${fault.fault}: ${problem}.`];
});
if (misfits.length > 0) fail(`The mutations of these rows do not fit what is built:\n${misfits.join("\n")}`);

const begun = performance.now();
const rows: FaultResult[] = [];
/** Number of the rows that run now. */
let underWay = 0;
for (const { title, isMostlyWaiting, faults } of asked) {
  // Mutated builds lie in one place, one at a time.
  const atOnce = isMostlyWaiting && !values.mutations ? AT_ONCE[form] : 1;
  const waiting = faults.values();
  const results = new Map<Fault, FaultResult>();
  const runNext = async (): Promise<void> => {
    for (const fault of waiting) results.set(fault, await runTwice(title, fault));
  };
  await Promise.all(Array.from({ length: atOnce }, runNext));
  rows.push(...faults.map((fault) => results.get(fault)!));
}
const bad = rows.filter(({ hasPassed }) => hasPassed === values.mutations);

if (!values.mutations) {
  console.log(
    markdownTable(
      ["Fault", "Outcome", "Measured"],
      rows.map(({ fault, outcome, measured, hasPassed }) => [
        fault,
        outcome,
        hasPassed ? measured : `FAILED: ${measured}`,
      ]),
    ),
  );
  const all = SUBJECTS.flatMap(({ faults }) => faults.map(({ fault }) => fault));
  keepFaultResults(LATEST, rows, all);
  const held = rows.filter(({ hasPassed }) => hasPassed);
  if (values.keep) keepFaultResults(COMMITTED, held, all);
}
const seconds = (performance.now() - begun) / 1e3;
console.log(
  values.mutations
    ? `\n${rows.length - bad.length} of ${rows.length} rows fail with their mutation`
    : `\n${rows.length - bad.length} of ${rows.length} rows hold, in ${seconds.toFixed(0)} s`,
);
process.exit(bad.length === 0 ? 0 : 1);

/** Runs a row, and runs it again when it fails: most rows have limits of time, which a busy machine may miss once. */
async function runTwice(subject: string, fault: Fault): Promise<FaultResult> {
  const builds = values.mutations ? mutatedBuilds(fault.failsWhen) : BUILDS;
  const trial: Trial = { form, node: ["--import", builds.preload], builds };
  let row = await run(subject, fault, trial);
  if (!row.hasPassed && !values.mutations) {
    console.error(`again ${subject}: ${fault.fault}: ${row.measured}`);
    row = await run(subject, fault, trial);
  }
  const verdict = row.hasPassed ? "holds" : "FAILS";
  console.error(`${verdict} ${subject}: ${fault.fault} (${row.seconds.toFixed(1)} s): ${row.measured}`);
  return row;
}

async function run(subject: string, fault: Fault, trial: Trial): Promise<FaultResult> {
  const begin = performance.now();
  underWay++;
  let measured: string;
  let hasPassed = false;
  try {
    measured = await withinLimit(fault, fault.measure(trial));
    hasPassed = true;
  } catch (error) {
    measured = error instanceof Error ? error.message : String(error);
  }
  // A row that did not end in time may have left programs behind.
  if (--underWay === 0) endPrograms();
  return {
    subject,
    fault: fault.fault,
    outcome: fault.outcome,
    measured: measured.replaceAll(/\s+/g, " ").trim(),
    failsWhen: fault.failsWhen.says,
    hasPassed,
    seconds: Number(((performance.now() - begin) / 1e3).toFixed(1)),
    form: trial.form,
    date: new Date().toISOString().slice(0, 10),
    node: process.version,
  };
}

async function withinLimit({ fullSeconds = 0 }: Fault, measured: Promise<string>): Promise<string> {
  const limitMs = form === "full" ? Math.max(LIMIT_MS.full, fullSeconds * 1e3) : LIMIT_MS.short;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The row did not end within ${limitMs / 1e3} s.`)), limitMs);
  });
  try {
    return await Promise.race([measured, late]);
  } finally {
    clearTimeout(timer);
  }
}

function fail(problem: string): never {
  console.error(problem);
  process.exit(1);
}
