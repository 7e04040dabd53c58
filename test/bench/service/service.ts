import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runChild } from "../child.ts";
import { ROOT } from "../packages.ts";
import { median, medianRatio } from "../statistics.ts";
import { figure, type Table } from "../table.ts";
import type { BareOrder, BareResult } from "./bare-insert.ts";
import { BATCH, createExport } from "./export-bodies.ts";
import { exportsBesideReads } from "./exports-beside-reads.ts";
import { read, READS, type Answered } from "./reads.ts";
import { ingest, startService } from "./running-service.ts";

const PROGRAM = join(ROOT, "src/server/dist/cli.mjs");
const ROUNDS = 10;
const BATCHES_PER_ROUND = 40;
const WARM_UP_BATCHES = 8;
const READ_RUNS = 25;

/**
 * Measures ingestion over HTTP beside a bare insert of the same rows, then reads of the stored data, and exports beside reads.
 * Takes three minutes.
 */
export async function benchService(): Promise<Table[]> {
  const directory = mkdtempSync(join(tmpdir(), "svc-bench-service-"));
  const service = await startService(PROGRAM, join(directory, "service"));
  try {
    const tables = [
      await ingestion(service.url, directory),
      await reads(service.url),
      await exportsBesideReads(service.url),
    ];
    return tables;
  } finally {
    await service.stop();
    rmSync(directory, { recursive: true });
  }
}

async function ingestion(url: string, directory: string): Promise<Table> {
  let batch = 0;
  const nextBodies = (count: number): Uint8Array<ArrayBuffer>[] =>
    Array.from({ length: count }, () => createExport(batch++));
  await ingest(url, nextBodies(WARM_UP_BATCHES));
  const source = join(directory, "service/observations.sqlite");
  const target = join(directory, "bare.sqlite");
  const bare = async (from: number, count: number): Promise<number> =>
    (await runChild<BareResult>("service/bare-insert.ts", { source, target, from, count } satisfies BareOrder)).perSpan;
  await bare(0, WARM_UP_BATCHES * BATCH);

  const [over, plain]: [number[], number[]] = [[], []];
  const spans = BATCHES_PER_ROUND * BATCH;
  for (let round = 0; round < ROUNDS; round += 1) {
    const stored = batch * BATCH;
    const bodies = nextBodies(BATCHES_PER_ROUND);
    over.push((await ingest(url, bodies)) / spans);
    plain.push(await bare(stored, spans));
  }
  const row = (name: string, perSpan: number[], ratio: string): string[] => [
    name,
    figure(median(perSpan)),
    figure(1e6 / median(perSpan), 0),
    ratio,
  ];
  const speed = medianRatio(plain, over);
  return {
    title: `Ingestion: gzip protobuf over HTTP in batches of ${BATCH}, ${figure((ROUNDS * spans) / 1e3, 0)} thousand spans of about 1.5 KB`,
    head: ["contender", "µs/span", "spans/s", "× bare"],
    rows: [row("bare node:sqlite loop", plain, "1.00"), row("svc-server", over, figure(speed, 2))],
    notes: [
      `Medians of ${ROUNDS} interleaved rounds of ${figure(spans, 0)} spans over 8 connections. The bare loop inserts the rows`,
      "that the service made of these spans into the same tables and indexes, the full-text index too, in transactions of",
      `${BATCH}, with nothing to receive, decompress, decode or map.`,
    ],
  };
}

async function reads(url: string): Promise<Table> {
  const rows: string[][] = [];
  for (const each of READS) {
    const answers: Answered[] = [];
    for (let run = 0; run < READ_RUNS; run += 1) answers.push(await read(url, each));
    const times = answers.map(({ ms }) => ms);
    const second = times.toSorted((a, b) => b - a)[1]!;
    rows.push([each[0], figure(answers.at(-1)!.rows, 0), figure(median(times)), figure(second)]);
  }
  return {
    title: `Reads over HTTP, ${figure(((ROUNDS * BATCHES_PER_ROUND + WARM_UP_BATCHES) * BATCH) / 1e3, 0)} thousand spans stored`,
    head: ["read", "rows", "median ms", "second slowest ms"],
    rows,
    notes: [`${READ_RUNS} runs each, one after the other; the time is that of the client, with the answer parsed.`],
  };
}
