import { median } from "../statistics.ts";
import { type Cell, figure, formatNumber, type Table } from "../table.ts";
import { BATCH, type EngineExport, TRACE } from "./engine-exports.ts";
import { ENGINE_TITLE, MEASURES, STEADY_TITLE } from "./engine-measures.ts";
import type { Cpu, Filled } from "./filling.ts";
import { READ_NAMES, type ReadName } from "./subject.ts";

/** Figures of one subject. */
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

const NOT_MEASURED = "not measured";

/** Returns the table of all subjects; those that are missing have columns without figures. */
export function engineTable(
  figures: ReadonlyMap<string, Figures>,
  missing: readonly string[],
  sent: EngineExport,
  spans: number,
): Table {
  const all = [...figures.values()];
  const row = (name: string, digits: number, valueOf: (figures: Figures) => number): Cell[] => [
    name,
    ...all.map((each) => cell(valueOf(each), digits)),
    ...missing.map(() => NOT_MEASURED),
  ];
  const count = (each: Figures): string => formatNumber(each.spans, 0);
  return {
    title: ENGINE_TITLE,
    head: ["measure", ...figures.keys(), ...missing],
    rows: [
      row(MEASURES.rate, 0, (each) => median(each.rounds.map((round) => round.spans / round.seconds))),
      row(MEASURES.cpu, 1, cpuPerSpan),
      row(MEASURES.service, 1, (each) => median(each.rounds.map((round) => round.cpu.service / round.spans))),
      row(MEASURES.engine, 1, (each) => median(each.rounds.map((round) => round.cpu.engine / round.spans))),
      row(MEASURES.perCore, 0, (each) => 1e6 / cpuPerSpan(each)),
      row(MEASURES.plain, 0, () => sent.plainBytes / BATCH),
      row(MEASURES.received, 0, () => sent.body.length / BATCH),
      row(MEASURES.disk, 0, (each) => each.bytesOnDisk),
      ...READ_NAMES.map((name) => row(`${name}, median ms`, 1, (each) => median(each.reads.get(name)!))),
      row(MEASURES.memoryOfService, 0, (each) => each.memory.service / MIB),
      row(MEASURES.memoryOfEngine, 0, (each) => each.memory.engine / MIB),
      row(MEASURES.idle, 1, (each) => each.idle * 100),
    ],
    notes: [
      `Medians of ${all[0]?.rounds.length} rounds in which the subjects, all running, take turns to store exports of ${BATCH} spans over 8 connections. CPU counts until`,
      "the processes are at rest again, merges included; of Phoenix the time counts until the spans are stored, since it answers before. Reads",
      `in turns with ${formatNumber(spans, 0)} spans of ${formatNumber(spans / TRACE, 0)} traces stored, space with ${all.map(count).join(", ")} spans, without that of the empty store.`,
    ],
  };
}

/** Returns the table of the CPU that steady rates take, beside what the rounds and the rest predict. */
export function steadyTable(
  figures: ReadonlyMap<string, Figures>,
  steady: ReadonlyArray<{ readonly name: string; readonly rate: number; readonly filled: Filled }>,
): Table {
  return {
    title: STEADY_TITLE,
    head: [
      "subject and rate",
      "spans/s",
      "predicted, % of a core",
      "measured, % of a core",
      "deviation, %",
      "median answer, ms",
      "slowest answer, ms",
    ],
    rows: steady.map(({ name, rate, filled }) => {
      const measuredFigures = figures.get(name)!;
      const reached = filled.spans / filled.seconds;
      const predicted = (measuredFigures.idle + (reached * cpuPerSpan(measuredFigures)) / 1e6) * 100;
      const measured = ((filled.cpu.service + filled.cpu.engine) / (filled.seconds * 1e6)) * 100;
      return [
        `${name}, ${formatNumber(rate, 0)} a second`,
        figure(reached, 0),
        cell(predicted, 1),
        cell(measured, 1),
        cell((measured / predicted - 1) * 100, 0),
        figure(median(filled.answers)),
        figure(Math.max(...filled.answers)),
      ];
    }),
    notes: [
      `Exports of ${BATCH} spans at even distances. Predicted: the share at rest, and the spans that were stored times the CPU per span of the`,
      "rounds. Measured: until the processes were at rest again.",
    ],
  };
}

function cpuPerSpan({ rounds }: Figures): number {
  return median(rounds.map(({ cpu, spans }) => (cpu.service + cpu.engine) / spans));
}

function cell(value: number, digits: number): Cell {
  return Number.isFinite(value) ? figure(value, digits) : NOT_MEASURED;
}
