import type { Results, ResultTable } from "../results.ts";
import { GOALS } from "./goal-list.ts";
import type { GoalFigure } from "./goal.ts";

/** Figure of one row of a benchmark. */
export interface Measured {
  readonly row: string;
  readonly value: number;
}

/** Reached figure beside its goal. */
export interface Reached {
  readonly ours: Measured;
  readonly peer?: Measured;
  /** Bound that is to be reached. */
  readonly goal: number;
  readonly isReached: boolean;
}

/** Returns a figure of the results beside its goal; undefined if the results do not have it. */
export function reached(figure: GoalFigure, results: ReadonlyMap<string, Results>): Reached | undefined {
  const rows = (names: readonly string[]): Measured[] => measuredRows(figure, names, results);
  const sign = figure.isMoreBetter ? -1 : 1;
  const ordered = (measured: readonly Measured[]): Measured[] =>
    measured.toSorted((one, other) => sign * (one.value - other.value));
  const ours = rows(figure.ours);
  const [peer] = ordered(rows(figure.peers));
  const worst = ordered(ours).at(-1);
  if (worst === undefined || ours.length < figure.ours.length) return undefined;
  if (figure.goal !== "below the peer")
    return {
      ours: worst,
      ...(peer && { peer }),
      goal: figure.goal,
      isReached: sign * (worst.value - figure.goal) <= 0,
    };
  return peer && { ours: worst, peer, goal: peer.value, isReached: worst.value < peer.value };
}

/** Returns the figures of rows, without those that the results do not have. */
function measuredRows(
  { place }: GoalFigure,
  rows: readonly string[],
  results: ReadonlyMap<string, Results>,
): Measured[] {
  const table = results.get(place.benchmark)?.tables.find(({ title }) => title === place.table);
  return rows.flatMap((row) => {
    const value = table && valueIn(table, row, place.column);
    return value === undefined ? [] : [{ row, value }];
  });
}

function valueIn({ head, rows }: ResultTable, row: string, column: string): number | undefined {
  const value = rows.find((cells) => cells[head[0]!] === row)?.[column];
  return typeof value === "number" ? value : undefined;
}

/** Throws an error when the tables of a benchmark do not hold a figure that a goal reads from it. */
export function checkFigures(benchmark: string, tables: readonly ResultTable[]): void {
  for (const { figures } of GOALS) {
    for (const { place, ours, peers } of figures.filter(({ place }) => place.benchmark === benchmark)) {
      const table = tables.find(({ title }) => title === place.table);
      const missing = [...ours, ...peers].filter((row) => !table || valueIn(table, row, place.column) === undefined);
      if (missing.length > 0)
        throw new Error(`${benchmark} has no ${place.column} of ${missing.join(", ")} in a table "${place.table}".`);
    }
  }
}
