import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Effort } from "../effort.ts";
import { interleave } from "../rounds.ts";
import type { Table } from "../table.ts";
import { BATCH, exportsFrom, TRACE, traceId } from "./engine-exports.ts";
import { engineTable, type Figures, steadyTable } from "./engine-tables.ts";
import { cpuOf, type Filled, Filling } from "./filling.ts";
import { phoenix, PHOENIX } from "./phoenix.ts";
import { memoryOfTree } from "./process-tree.ts";
import { serviceOnClickHouse, serviceOnSqlite } from "./service-subjects.ts";
import { type Missing, ON_CLICKHOUSE, ON_SQLITE, READ_NAMES, type ReadName, type Subject } from "./subject.ts";

/** How much is stored and how often it is read. */
interface Work {
  /** Exports that all subjects have stored before the reads. */
  readonly batchesRead: number;
  readonly rounds: number;
  readonly batchesPerRound: ReadonlyMap<string, number>;
  readonly readRuns: number;
  readonly idleMs: number;
  readonly rates: ReadonlyMap<string, readonly number[]>;
  readonly steadySeconds: number;
}

const WORK: Readonly<Record<Effort, Work>> = {
  full: {
    batchesRead: 16,
    rounds: 5,
    // A round of Phoenix takes longer than one of the others even so.
    batchesPerRound: new Map([
      [ON_SQLITE, 20],
      [ON_CLICKHOUSE, 20],
      [PHOENIX, 2],
    ]),
    readRuns: 15,
    idleMs: 10_000,
    rates: new Map([
      [ON_SQLITE, [500, 2_000]],
      [ON_CLICKHOUSE, [500, 2_000]],
      [PHOENIX, [50]],
    ]),
    steadySeconds: 30,
  },
  smoke: {
    batchesRead: 1,
    rounds: 1,
    batchesPerRound: new Map([
      [ON_SQLITE, 1],
      [ON_CLICKHOUSE, 1],
    ]),
    readRuns: 1,
    idleMs: 100,
    rates: new Map([
      [ON_SQLITE, [2_000]],
      [ON_CLICKHOUSE, [2_000]],
    ]),
    steadySeconds: 1,
  },
};

const DAY_MS = 24 * 3_600_000;

/** Start of the first trace, in days before now: those of a full run end before now. */
const PAST_DAYS = 120;

/** Days of the traces that are read. */
const READ_DAYS = 8;

/**
 * Measures ingestion, space and reads of the service on each engine and of Phoenix, all running at the same time and taking turns; then
 * the CPU at steady rates beside what the figures of ingestion predict. Takes five minutes, and the first time the installation of Phoenix.
 */
export async function benchEngines(effort: Effort): Promise<Table[]> {
  const work = WORK[effort];
  const directory = mkdtempSync(join(tmpdir(), "svc-bench-engines-"));
  const subjects: Subject[] = [];
  try {
    const missing: string[] = [];
    for (const start of startsOf(effort, directory)) {
      const started = await start();
      if ("missing" in started) {
        console.log(`${started.name} is not measured: ${started.missing}`);
        missing.push(started.name);
      } else subjects.push(started);
    }
    return await measure(work, subjects, missing);
  } finally {
    for (const subject of subjects) await subject.close();
    rmSync(directory, { recursive: true });
  }
}

function startsOf(effort: Effort, directory: string): Array<() => Promise<Subject | Missing>> {
  const folder = (name: string): string => {
    const path = join(directory, name);
    mkdirSync(path);
    return path;
  };
  const leftOut: Missing = { name: PHOENIX, missing: "a smoke run installs no rival." };
  return [
    async () => serviceOnSqlite(folder("sqlite")),
    async () => orMissing(ON_CLICKHOUSE, serviceOnClickHouse(folder("clickhouse"))),
    async () => (effort === "smoke" ? leftOut : orMissing(PHOENIX, phoenix(folder("phoenix")))),
  ];
}

/** Returns a subject, or the reason why it did not start. */
async function orMissing(name: string, started: Promise<Subject | Missing>): Promise<Subject | Missing> {
  return started.catch((error: Error) => ({ name, missing: error.message }));
}

async function measure(work: Work, subjects: readonly Subject[], missing: readonly string[]): Promise<Table[]> {
  const start = Date.now() - PAST_DAYS * DAY_MS;
  const nextExport = exportsFrom(start);
  const fillings = subjects.map((subject) => ({ name: subject.name, filling: new Filling(subject, nextExport) }));
  const empty = await bytesOf(subjects);
  for (const { filling } of fillings) await filling.atOnce(work.batchesRead);
  const spansRead = work.batchesRead * BATCH;
  const reads = await readAll(subjects, work.readRuns, start, spansRead / TRACE);
  const idle = await idleShares(subjects, work.idleMs);
  const rounds = await interleave(fillings, work.rounds, async ({ name, filling }) =>
    filling.atOnce(work.batchesPerRound.get(name)!),
  );
  const full = await bytesOf(subjects);
  const figures = new Map<string, Figures>();
  for (const { name, filling } of fillings) {
    const { subject, spans } = filling;
    figures.set(name, {
      rounds: rounds.get(name)!,
      idle: idle.get(name)!,
      reads: reads.get(name)!,
      memory: {
        service: memoryOfTree(subject.service),
        engine: subject.engine.reduce((sum, pid) => sum + memoryOfTree(pid), 0),
      },
      spans,
      bytesOnDisk: (full.get(name)! - empty.get(name)!) / spans,
    });
  }
  const steady: Array<{ name: string; rate: number; filled: Filled }> = [];
  for (const { name, filling } of fillings)
    for (const rate of work.rates.get(name)!)
      steady.push({ name, rate, filled: await filling.atRate(rate, work.steadySeconds) });
  return [engineTable(figures, missing, nextExport(0), spansRead), steadyTable(figures, steady)];
}

async function bytesOf(subjects: readonly Subject[]): Promise<ReadonlyMap<string, number>> {
  const bytes = new Map<string, number>();
  for (const subject of subjects) bytes.set(subject.name, await subject.bytesOnDisk());
  return bytes;
}

/** Returns the part of a core that each subject takes while nobody asks for anything. */
async function idleShares(subjects: readonly Subject[], ms: number): Promise<ReadonlyMap<string, number>> {
  const total = (subject: Subject): number => Object.values(cpuOf(subject)).reduce((sum, us: number) => sum + us, 0);
  const before = subjects.map(total);
  await delay(ms);
  return new Map(subjects.map((subject, place) => [subject.name, (total(subject) - before[place]!) / (ms * 1e3)]));
}

/** Returns the milliseconds of all reads of all subjects, which take turns. */
async function readAll(
  subjects: readonly Subject[],
  runs: number,
  start: number,
  traces: number,
): Promise<ReadonlyMap<string, ReadonlyMap<ReadName, number[]>>> {
  const times = new Map(subjects.map(({ name }) => [name, new Map(READ_NAMES.map((read) => [read, [] as number[]]))]));
  const [from, to] = [start, start + READ_DAYS * DAY_MS].map((time) => new Date(time).toISOString()) as [
    string,
    string,
  ];
  for (let run = 0; run < runs; run++) {
    const scope = { traceId: traceId(Math.floor((traces * (run + 0.5)) / runs)), from, to };
    for (const read of READ_NAMES) {
      for (const subject of subjects) {
        const began = performance.now();
        const rows = await subject.read(read, scope);
        times
          .get(subject.name)!
          .get(read)!
          .push(performance.now() - began);
        if (rows === 0) throw new Error(`${subject.name} has no rows for "${read}".`);
      }
    }
  }
  return times;
}
