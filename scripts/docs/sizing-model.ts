/** Figures of the service on one engine, from which the model computes. */
export interface Sizing {
  /** Spans that one process stored in a second. */
  readonly spansPerSecond: number;
  /** Microseconds of CPU per span. */
  readonly serviceUs: number;
  readonly engineUs: number;
  readonly bytesOnDisk: number;
  /** MiB of memory of one process of the service. */
  readonly serviceMemory: number;
  /** The largest measured CPU of a steady rate, as a ratio to what the figures above predict; 1 when the prediction was larger. */
  readonly correction: number;
}

/** Spans an hour that the model answers for. */
export const SIZES: readonly number[] = [10_000, 1_000_000, 100_000_000];

/** Assumptions of the model. */
export const ASSUMED = {
  /** Spans of the busiest minutes, as a ratio to the mean. */
  peak: 3,
  /** Part of the cores that the peak may take. */
  utilisation: 0.6,
  days: 30,
  /** Least number of processes of the service on ClickHouse. */
  processes: 2,
  /** Memory of ClickHouse: part of the bytes of one copy on disk, and the least, in bytes. */
  memoryOfDisk: 0.01,
  leastMemory: 4e9,
} as const;

const HOUR = 3_600;
const DAY = 24;

/** What a number of spans an hour needs. */
export interface Needs {
  /** Spans a second. */
  readonly mean: number;
  readonly peak: number;
  /** Processes of the service; undefined when one is not enough and there can only be one. */
  readonly processes: number | undefined;
  readonly serviceCores: number;
  readonly engineCores: number;
  /** Bytes of one copy. */
  readonly diskOfDay: number;
  readonly diskOfDays: number;
  /** Bytes of memory. */
  readonly serviceMemory: number;
  readonly engineMemory: number;
}

/** Returns what a number of spans an hour needs. `isShared` is true for an engine that several processes can share. */
export function needs(spansPerHour: number, sizing: Sizing, isShared: boolean): Needs {
  const mean = spansPerHour / HOUR;
  const peak = mean * ASSUMED.peak;
  const enough = Math.ceil(peak / (sizing.spansPerSecond * ASSUMED.utilisation));
  const processes = isShared ? Math.max(ASSUMED.processes, enough) : enough > 1 ? undefined : 1;
  const cores = (us: number): number => (peak * us * sizing.correction) / 1e6 / ASSUMED.utilisation;
  const diskOfDay = spansPerHour * DAY * sizing.bytesOnDisk;
  const diskOfDays = diskOfDay * ASSUMED.days;
  return {
    mean,
    peak,
    processes,
    serviceCores: cores(sizing.serviceUs),
    engineCores: cores(sizing.engineUs),
    diskOfDay,
    diskOfDays,
    serviceMemory: (processes ?? 0) * sizing.serviceMemory * 1024 * 1024,
    engineMemory: isShared ? Math.max(ASSUMED.leastMemory, diskOfDays * ASSUMED.memoryOfDisk) : 0,
  };
}
