import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Build } from "../compare/builds.ts";
import type { Comparison } from "../compare/compare.ts";
import type { Figures, Turns } from "../compare/turns.ts";
import { median } from "../statistics.ts";
import { BATCH, createExport } from "./export-bodies.ts";
import { exportTimes } from "./export-times.ts";
import { read, READS } from "./reads.ts";
import { ingest, startService } from "./running-service.ts";

const BATCHES_PER_ROUND = 16;
const RUNS_PER_READ = 3;

/** Comparison of the service: each round stores spans, reads all that are stored, and sends single spans. */
export const SERVICE_COMPARISONS: readonly Comparison[] = [
  {
    title: "The local service",
    pairs: 1,
    rounds: 8,
    warmUpRounds: 1,
    note: `Each round stores ${BATCHES_PER_ROUND * BATCH} spans more and reads each query ${RUNS_PER_READ} times.`,
    start: startServing,
  },
];

async function startServing({ folder }: Build): Promise<Turns> {
  const data = mkdtempSync(join(tmpdir(), "svc-bench-service-"));
  const service = await startService(join(folder, "server/node_modules/@svc/server/dist/cli.mjs"), data);
  let batch = 0;
  return {
    async measure() {
      const bodies = Array.from({ length: BATCHES_PER_ROUND }, () => createExport(batch++));
      const cpuBefore = service.cpuUs();
      const { elapsed } = await ingest(service.url, bodies);
      const cpuAfter = service.cpuUs();
      const spans = BATCHES_PER_ROUND * BATCH;
      const figures: Record<string, number> = { "ingestion, elapsed µs per span": elapsed / spans };
      if (cpuBefore !== undefined && cpuAfter !== undefined)
        figures["ingestion, CPU µs per span"] = (cpuAfter - cpuBefore) / spans;
      figures["export of one span, ms"] = median(await exportTimes(service.url));
      return { ...figures, ...(await readTimes(service.url)) };
    },
    async end() {
      await service.stop();
      rmSync(data, { recursive: true });
    },
  };
}

async function readTimes(url: string): Promise<Figures> {
  const figures: Record<string, number> = {};
  for (const [name, each] of Object.entries(READS)) {
    const times: number[] = [];
    for (let run = 0; run < RUNS_PER_READ; run++) times.push((await read(url, each)).ms);
    figures[`${name}, ms`] = median(times);
  }
  return figures;
}
