import { median } from "../statistics.ts";
import { type Cell, figure, formatNumber, type Table } from "../table.ts";
import { BATCH, type EngineExport, TRACE } from "./engine-exports.ts";
import type { Cpu, Filled } from "./filling.ts";
import { READ_NAMES, type ReadName } from "./subject.ts";

export interface Figures {
  readonly rounds: readonly Filled[];
  /** Part of a core that it takes at rest. */
  readonly idle: number;
  readonly reads: ReadonlyMap<ReadName, readonly number[]>;
  /** Bytes of memory after ingestion. */
  readonly memory: Cpu;
  /** Spans that are stored after the rounds, and the bytes of each on disk. */
  readonly spans: number;
  readonly bytesOnDisk: number;
}

const MIB = 1024 * 1024;

/** Returns the table of all subjects. */
export function engineTable(figures: ReadonlyMap<string, Figures>, sent: EngineExport, spans: number): Table {
  const all = [...figures.values()];
  const row = (name: string, digits: number, valueOf: (figures: Figures) => number): Cell[] => [
    name,
    ...all.map((each) => figure(valueOf(each), digits)),
  ];
  const count = (each: Figures): string => formatNumber(each.spans, 0);
  return {
    title: "Ingestion, space and reads by engine",
    head: ["measure", ...figures.keys()],
    rows: [
      row("spans/s", 0, (each) => median(each.rounds.map((round) => round.spans / round.seconds))),
      row("CPU in all, µs/span", 1, cpuPerSpan),
      row("CPU of the service, µs/span", 1, (each) =>
        median(each.rounds.map((round) => round.cpu.service / round.spans)),
      ),
      row("CPU of the engine's processes, µs/span", 1, (each) =>
        median(each.rounds.map((round) => round.cpu.engine / round.spans)),
      ),
      row("spans/s per core", 0, (each) => 1e6 / cpuPerSpan(each)),
      row("received, B/span (OTLP before gzip)", 0, () => sent.plainBytes / BATCH),
      row("received, B/span (OTLP with gzip)", 0, () => sent.body.length / BATCH),
      row("on disk, B/span", 0, (each) => each.bytesOnDisk),
      ...READ_NAMES.map((name) => row(`${name}, median ms`, 1, (each) => median(each.reads.get(name)!))),
      row("memory of the service, MiB", 0, (each) => each.memory.service / MIB),
      row("memory of the engine's processes, MiB", 0, (each) => each.memory.engine / MIB),
      row("CPU at rest, % of a core", 1, (each) => each.idle * 100),
    ],
    notes: [
      `Medians of ${all[0]?.rounds.length} rounds in which the subjects, all running, take turns to store exports of ${BATCH} spans over 8 connections. CPU counts until`,
      "the processes are at rest again, merges included. Reads",
      `in turns with ${formatNumber(spans, 0)} spans of ${formatNumber(spans / TRACE, 0)} traces stored, space with ${all.map(count).join(", ")} spans, without that of the empty store.`,
    ],
  };
}

function cpuPerSpan({ rounds }: Figures): number {
  return median(rounds.map(({ cpu, spans }) => (cpu.service + cpu.engine) / spans));
}
