import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runChild } from "../child.ts";
import type { Effort } from "../effort.ts";
import { ROOT } from "../packages.ts";
import { median, medianRatio } from "../statistics.ts";
import { type Cell, figure, formatNumber, type Table } from "../table.ts";
import type { BareOrder, BareResult } from "./bare-insert.ts";
import { BATCH, createExport } from "./export-bodies.ts";
import { exportsBesideReads } from "./exports-beside-reads.ts";
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
  /** Rounds of the times until a span can be read, and of exports beside reads. */
  readonly besideRounds: number;
  /** Exports that are stored while a span waits to be read. */
  readonly besideBatches: number;
}

const WORK: Readonly<Record<Effort, Work>> = {
  full: { rounds: 10, batchesPerRound: 40, warmUpBatches: 8, readRuns: 25, besideRounds: 5, besideBatches: 8 },
  smoke: { rounds: 1, batchesPerRound: 2, warmUpBatches: 2, readRuns: 1, besideRounds: 1, besideBatches: 1 },
};

/**
 * Measures ingestion over HTTP beside a bare insert of the same rows, the time until a span can be read, reads of the stored data, and
 * exports beside reads. Takes four minutes.
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
      await ingestion(service, directory, work, nextBodies),
      await reads(service.url, work),
      await exportsBesideReads(service.url, work.besideRounds),
      await readableTimes(service.url, work.besideRounds, () => nextBodies(work.besideBatches)),
    ];
  } finally {
    await service.stop();
    rmSync(directory, { recursive: true });
  }
}

/** Microseconds of one span: elapsed, and of CPU. */
interface PerSpan {
  readonly elapsed: number[];
  readonly cpu: number[];
}

async function ingestion(
  service: RunningService,
  directory: string,
  { rounds, batchesPerRound, warmUpBatches }: Work,
  nextBodies: (count: number) => Uint8Array<ArrayBuffer>[],
): Promise<Table> {
  await ingest(service.url, nextBodies(warmUpBatches));
  const source = join(directory, "service/observations.sqlite");
  const target = join(directory, "bare.sqlite");
  const bare = (from: number, count: number): Promise<BareResult> =>
    runChild<BareResult>("service/bare-insert.ts", { source, target, from, count } satisfies BareOrder);
  await bare(0, warmUpBatches * BATCH);

  const over: PerSpan = { elapsed: [], cpu: [] };
  const plain: PerSpan = { elapsed: [], cpu: [] };
  const spans = batchesPerRound * BATCH;
  for (let round = 0; round < rounds; round += 1) {
    const bodies = nextBodies(batchesPerRound);
    const before = service.cpuUs() ?? Number.NaN;
    over.elapsed.push((await ingest(service.url, bodies)).elapsed / spans);
    over.cpu.push(((service.cpuUs() ?? Number.NaN) - before) / spans);
    const inserted = await bare(warmUpBatches * BATCH + round * spans, spans);
    plain.elapsed.push(inserted.perSpan);
    plain.cpu.push(inserted.cpu);
  }
  const row = (name: string, { elapsed, cpu }: PerSpan): Cell[] => [
    name,
    figure(median(cpu)),
    figure(median(elapsed)),
    figure(1e6 / median(elapsed), 0),
    figure(medianRatio(plain.elapsed, elapsed), 2),
  ];
  return {
    title: `Ingestion: gzip protobuf over HTTP in batches of ${BATCH}`,
    head: ["contender", "CPU µs/span", "µs/span", "spans/s", "spans/s × bare"],
    rows: [row("bare node:sqlite loop", plain), row("svc-server", over)],
    notes: [
      `Medians of ${rounds} interleaved rounds of ${formatNumber(spans, 0)} spans of about 1.5 KB over 8 connections. The bare loop inserts the rows`,
      "that the service made of these spans into the same tables and indexes, the full-text index too, in transactions of",
      `${BATCH}, with nothing to receive, decompress, decode or map.`,
    ],
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
