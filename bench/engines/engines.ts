import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Effort } from "../effort.ts";
import { interleave } from "../rounds.ts";
import type { Table } from "../table.ts";
import { BATCH, exportsFrom, TRACE, traceId } from "./engine-exports.ts";
import { engineTable, type Figures } from "./engine-tables.ts";
import { cpuOf, Filling } from "./filling.ts";
import { memoryOfTree } from "./process-tree.ts";
import { serviceOnClickHouse, serviceOnSqlite } from "./service-subjects.ts";
import { ON_CLICKHOUSE, READ_NAMES, type ReadName, type Subject } from "./subject.ts";

/** How much is stored and how often it is read. */
interface Work {
  /** Exports that all subjects have stored before the reads. */
  readonly batchesRead: number;
  readonly rounds: number;
  readonly batchesPerRound: number;
  readonly readRuns: number;
  readonly idleMs: number;
}

const WORK: Readonly<Record<Effort, Work>> = {
  full: { batchesRead: 16, rounds: 5, batchesPerRound: 20, readRuns: 15, idleMs: 10_000 },
  smoke: { batchesRead: 1, rounds: 1, batchesPerRound: 1, readRuns: 1, idleMs: 100 },
};

const DAY_MS = 24 * 3_600_000;

/** Start of the first trace, in days before now: those of a full run end before now. */
const PAST_DAYS = 120;

/** Days of the traces that are read. */
const READ_DAYS = 8;

/**
 * Measures ingestion, space and reads of the service on each engine, all running at the same time and taking turns. Takes three
 * minutes.
 */
export async function benchEngines(effort: Effort): Promise<Table[]> {
  const directory = mkdtempSync(join(tmpdir(), "svc-bench-engines-"));
  const subjects: Subject[] = [];
  try {
    const folders = ["sqlite", "clickhouse"].map((name) => join(directory, name));
    for (const folder of folders) mkdirSync(folder);
    subjects.push(await serviceOnSqlite(folders[0]!));
    const onClickHouse = await serviceOnClickHouse(folders[1]!).catch((error: Error) => ({ missing: error.message }));
    if ("missing" in onClickHouse) console.log(`${ON_CLICKHOUSE} is not measured: ${onClickHouse.missing}`);
    else subjects.push(onClickHouse);
    return [await measure(WORK[effort], subjects)];
  } finally {
    for (const subject of subjects) await subject.close();
    rmSync(directory, { recursive: true });
  }
}

async function measure(work: Work, subjects: readonly Subject[]): Promise<Table> {
  const start = Date.now() - PAST_DAYS * DAY_MS;
  const nextExport = exportsFrom(start);
  const fillings = subjects.map((subject) => ({ name: subject.name, filling: new Filling(subject, nextExport) }));
  const empty = await bytesOf(subjects);
  for (const { filling } of fillings) await filling.atOnce(work.batchesRead);
  const spansRead = work.batchesRead * BATCH;
  const reads = await readAll(subjects, work.readRuns, start, spansRead / TRACE);
  const idle = await idleShares(subjects, work.idleMs);
  const rounds = await interleave(fillings, work.rounds, async ({ filling }) => filling.atOnce(work.batchesPerRound));
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
  return engineTable(figures, nextExport(0), spansRead);
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
