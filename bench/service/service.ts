import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Effort } from "../effort.ts";
import { ROOT } from "../packages.ts";
import { median } from "../statistics.ts";
import { type Cell, figure, formatNumber, type Table } from "../table.ts";
import { BATCH, createExport } from "./export-bodies.ts";
import { read, READS, type Answered } from "./reads.ts";
import { readableTimes } from "./readable-times.ts";
import { ingest, type RunningService, startService } from "./running-service.ts";

/** Program of the service. */
export const PROGRAM: string = join(ROOT, "src/server/dist/cli.mjs");

/** How much is stored and how often it is read. */
interface Work {
  readonly rounds: number;
  readonly batchesPerRound: number;
  readonly warmUpBatches: number;
  readonly readRuns: number;
  /** Rounds of the times until a span can be read. */
  readonly besideRounds: number;
  /** Exports that are stored while a span waits to be read. */
  readonly besideBatches: number;
}

const WORK: Readonly<Record<Effort, Work>> = {
  full: { rounds: 10, batchesPerRound: 40, warmUpBatches: 8, readRuns: 25, besideRounds: 5, besideBatches: 8 },
  smoke: { rounds: 1, batchesPerRound: 2, warmUpBatches: 2, readRuns: 1, besideRounds: 1, besideBatches: 1 },
};

/**
 * Measures ingestion over HTTP, the time until a span can be read, and reads of the stored data. Takes three minutes.
 */
export async function benchService(effort: Effort): Promise<Table[]> {
  const work = WORK[effort];
  const directory = mkdtempSync(join(tmpdir(), "svc-bench-service-"));
  const service = await startService(PROGRAM, join(directory, "service"));
  let batch = 0;
  const nextBodies = (count: number): Uint8Array<ArrayBuffer>[] =>
    Array.from({ length: count }, () => createExport(batch++));
  try {
    return [
      await ingestion(service, work, nextBodies),
      await reads(service.url, work),
      await readableTimes(service.url, work.besideRounds, () => nextBodies(work.besideBatches)),
    ];
  } finally {
    await service.stop();
    rmSync(directory, { recursive: true });
  }
}

async function ingestion(
  service: RunningService,
  { rounds, batchesPerRound, warmUpBatches }: Work,
  nextBodies: (count: number) => Uint8Array<ArrayBuffer>[],
): Promise<Table> {
  await ingest(service.url, nextBodies(warmUpBatches));
  const elapsed: number[] = [];
  const cpu: number[] = [];
  const spans = batchesPerRound * BATCH;
  for (let round = 0; round < rounds; round += 1) {
    const bodies = nextBodies(batchesPerRound);
    const before = service.cpuUs() ?? Number.NaN;
    elapsed.push((await ingest(service.url, bodies)).elapsed / spans);
    cpu.push(((service.cpuUs() ?? Number.NaN) - before) / spans);
  }
  return {
    title: `Ingestion: gzip protobuf over HTTP in batches of ${BATCH}`,
    head: ["contender", "CPU µs/span", "µs/span", "spans/s"],
    rows: [["svc-server", figure(median(cpu)), figure(median(elapsed)), figure(1e6 / median(elapsed), 0)]],
    notes: [`Medians of ${rounds} rounds of ${formatNumber(spans, 0)} spans of about 1.5 KB over 8 connections.`],
  };
}

async function reads(url: string, { rounds, batchesPerRound, warmUpBatches, readRuns }: Work): Promise<Table> {
  const rows: Cell[][] = [];
  for (const [name, each] of Object.entries(READS)) {
    const answers: Answered[] = [];
    for (let run = 0; run < readRuns; run += 1) answers.push(await read(url, each));
    const times = answers.map(({ ms }) => ms).toSorted((a, b) => b - a);
    const second = times[Math.min(1, times.length - 1)]!;
    rows.push([name, figure(answers.at(-1)!.rows, 0), figure(median(times)), figure(second)]);
  }
  return {
    title: `Reads over HTTP, ${formatNumber(((rounds * batchesPerRound + warmUpBatches) * BATCH) / 1e3, 0)} thousand spans stored`,
    head: ["read", "rows", "median ms", "second slowest ms"],
    rows,
    notes: [`${readRuns} runs each, one after the other; the time is that of the client, with the answer parsed.`],
  };
}
