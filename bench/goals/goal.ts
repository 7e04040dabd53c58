import type { BenchmarkName } from "../benchmarks.ts";

export interface Goal {
  readonly number: number;
  readonly title: string;
  readonly figures: readonly GoalFigure[];
  /** Reason for a figure that misses its goal. */
  readonly missedBecause?: string;
}

/** Figure with a goal, and its place in the results. */
export interface GoalFigure {
  readonly title: string;
  readonly unit: Unit;
  /** Bound that the figure is to reach: at most, or at least where more is better; or less than the best peer's figure. */
  readonly goal: number | "below the peer";
  readonly isMoreBetter?: true;
  readonly place: Place;
  /** Rows of this SDK; the worst counts. */
  readonly ours: readonly string[];
  /** Rows of the peers; the best counts. */
  readonly peers: readonly string[];
}

/** Column of a table in a benchmark's results. */
export interface Place {
  readonly benchmark: BenchmarkName;
  readonly table: string;
  readonly column: string;
}

/** Units, each with the digits after the point that are shown. */
export const UNITS = { "×": 2, µs: 1, ms: 1, s: 2, MB: 1, kB: 1, "spans/s": 0, files: 0 } as const;

export type Unit = keyof typeof UNITS;
