import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Length of the time of one row of totals, in milliseconds. */
export const HOUR_MS: number = 60 * 60 * 1_000;

/** Measures of which the totals have count, sum, least and most, as SQL of a row of `observations`. */
export const TOTALLED: Readonly<Record<string, string>> = {
  latency: "endTime - startTime",
  inputTokens: "inputTokens",
  outputTokens: "outputTokens",
  totalTokens: "totalTokens",
  inputCost: "inputCost",
  outputCost: "outputCost",
  totalCost: "totalCost",
};

/** Figure that the totals have of a measure. */
export type TotalFigure = "Count" | "Sum" | "Min" | "Max";

/** Columns of `observations` by which the totals are divided, besides the hour. */
const DIVIDED_BY: readonly string[] = ["projectId", "isRoot", "type", "name", "level", "environment", "model"];

/** Figures of a measure that the totals have, as SQL of its value. The first part of their columns is the measure. */
const FIGURES: Readonly<Record<TotalFigure, (value: string) => string>> = {
  Count: (value) => `count(${value})`,
  Sum: (value) => `sum(CAST(${value} AS REAL))`,
  Min: (value) => `min(CAST(${value} AS REAL))`,
  Max: (value) => `max(CAST(${value} AS REAL))`,
};

const columns = Object.keys(TOTALLED).flatMap((measure) => Object.keys(FIGURES).map((figure) => measure + figure));
const values = Object.values(TOTALLED).flatMap((value) => Object.values(FIGURES).map((sql) => sql(value)));

/**
 * Most rows of totals of one block. With more, as where each observation has a name of its own, they are slower to read than the
 * observations, and take a third of their space: such a block has no totals.
 */
const MOST_TOTALS = 256;

/** Statement that stores the totals of a block, given its number and its first and last observation. */
const PUT_TOTALS = `INSERT INTO block_totals
  (block, hour, ${DIVIDED_BY.join(", ")}, observations, ${columns.join(", ")})
SELECT ?, startTime / ${HOUR_MS}, ${DIVIDED_BY.join(", ")}, count(*), ${values.join(", ")}
FROM observations WHERE seq BETWEEN ? AND ? GROUP BY 2, ${DIVIDED_BY.join(", ")}`;

/** Totals of the blocks, on the connection of the writer. */
export class BlockTotals {
  readonly #put: StatementSync;
  readonly #remove: StatementSync;

  constructor(database: DatabaseSync) {
    this.#put = database.prepare(PUT_TOTALS);
    this.#remove = database.prepare("DELETE FROM block_totals WHERE block = ?");
  }

  /** Stores the totals of a block unless they are too many, given its first and last observation. */
  put(block: number, first: number, last: number): void {
    const { changes } = this.#put.run(block, first, last);
    if (changes > MOST_TOTALS) this.#remove.run(block);
  }
}
