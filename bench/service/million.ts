import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Effort } from "../effort.ts";
import { median } from "../statistics.ts";
import { figure, formatNumber, type Table } from "../table.ts";
import { BATCH, createExport } from "./export-bodies.ts";
import { READS_OF_A_MILLION } from "./million-reads.ts";
import { read } from "./reads.ts";
import { ingest, type RunningService, startService } from "./running-service.ts";
import { PROGRAM } from "./service.ts";

/** What is stored and how often it is read. */
interface Work {
  /** Fifths of the store are filled in rounds of some exports each. */
  readonly roundsPerFifth: number;
  readonly batchesPerRound: number;
  readonly longTrace: number;
  readonly runs: number;
}

const WORK: Readonly<Record<Effort, Work>> = {
  full: { roundsPerFifth: 10, batchesPerRound: 40, longTrace: 10_000, runs: 9 },
  smoke: { roundsPerFifth: 1, batchesPerRound: 1, longTrace: 1_100, runs: 1 },
};

const FIFTHS = ["first", "second", "third", "fourth", "last"];

/** Fills the local service with a million observations and reads them. Takes ten minutes. */
export async function benchMillion(effort: Effort): Promise<Table[]> {
  const directory = mkdtempSync(join(tmpdir(), "svc-bench-million-"));
  const service = await startService(PROGRAM, directory);
  try {
    const filled = await fill(service, WORK[effort]);
    const rested = await service.rest();
    return [filled, await reads(service.url, rested, WORK[effort])];
  } finally {
    await service.stop();
    rmSync(directory, { recursive: true });
  }
}

async function fill(service: RunningService, work: Work): Promise<Table> {
  const { roundsPerFifth, batchesPerRound, longTrace } = work;
  let batch = 0;
  const rows: Array<{ name: string; elapsed: number[]; answers: number[]; cpu: number }> = [];
  for (const fifth of FIFTHS) {
    const row = { name: `${fifth} fifth`, elapsed: [] as number[], answers: [] as number[], cpu: 0 };
    for (let round = 0; round < roundsPerFifth; round++) {
      const bodies = Array.from({ length: batchesPerRound }, () =>
        createExport(batch++, { longTrace, isVaried: true }),
      );
      const before = service.cpuUs() ?? Number.NaN;
      const { elapsed, answers } = await ingest(service.url, bodies);
      row.cpu += (service.cpuUs() ?? Number.NaN) - before;
      row.elapsed.push(elapsed);
      row.answers.push(...answers);
    }
    rows.push(row);
  }
  const spans = batchesPerRound * BATCH;
  const first = p99(rows[0]!.answers);
  return {
    title: "Ingestion while a store grows to a million observations",
    head: ["part", "spans/s", "CPU µs/span", "p99 ms", "p99 × first"],
    rows: rows.map(({ name, elapsed, answers, cpu }) => [
      name,
      figure((spans * 1e6) / median(elapsed), 0),
      figure(cpu / (spans * roundsPerFifth)),
      figure(p99(answers)),
      figure(p99(answers) / first, 2),
    ]),
    notes: [
      `Gzip protobuf in batches of ${BATCH} over 8 connections, ${formatNumber(FIFTHS.length * roundsPerFifth * spans, 0)} spans; the p99 of the time`,
      "until the answer to an export.",
    ],
  };
}

function p99(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)]!;
}

async function reads(url: string, rested: number, { runs, longTrace }: Work): Promise<Table> {
  const all = Object.entries(READS_OF_A_MILLION).map(([name, each]) => ({
    name,
    each,
    times: [] as number[],
    rows: 0,
  }));
  // The reads alternate, so that none finds what the same read has just brought into memory.
  for (let run = 0; run < runs; run++) {
    for (const measured of all) {
      const { ms, rows } = await read(url, measured.each);
      measured.times.push(ms);
      measured.rows = rows;
    }
  }
  return {
    title: "Reads over HTTP, a million observations stored",
    head: ["read", "rows", "median ms", "slowest ms"],
    rows: all.map(({ name, rows, times }) => [
      name,
      figure(rows, 0),
      figure(median(times)),
      figure(Math.max(...times)),
    ]),
    notes: [
      `${runs} runs of each in turn; the time is that of the client, with the answer parsed. The long trace has ${formatNumber(longTrace, 0)} observations,`,
      "read in pages of 1,000 with the fields that the page shows in its tree. The service came to rest before the reads,",
      `${formatNumber(rested / 1e3)} s after the last answer to an export.`,
    ],
  };
}
