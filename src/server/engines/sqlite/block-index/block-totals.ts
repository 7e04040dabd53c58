import type { DatabaseSync, SQLOutputValue, StatementSync } from "node:sqlite";
import { addListAggregates } from "./list-aggregates.ts";

/** Length of the time of one row of totals, in milliseconds. */
export const HOUR_MS: number = 60 * 60 * 1_000;

/** Latency of a row of `observations`, as SQL; null when the end lies before the start. */
const LATENCY = "CASE WHEN endTime >= startTime THEN endTime - startTime END";

/** Measures of which the totals have count, sum, least and most, as SQL of a row of `observations`. */
export const TOTALLED: Readonly<Record<string, string>> = {
  latency: LATENCY,
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

/** Statement that reads the totals of a block with their lists, given the number of the block and its first and last observation. */
const READ_TOTALS = `SELECT latency_list(${LATENCY}) AS latencies, trace_list(traceId) AS traces,
  ? AS block, startTime / ${HOUR_MS} AS hour, ${DIVIDED_BY.join(", ")}, count(*), ${values.join(", ")}
FROM observations WHERE seq BETWEEN ? AND ? GROUP BY hour, ${DIVIDED_BY.join(", ")}`;

const PUT_TOTALS = `INSERT INTO block_totals
  (block, hour, ${DIVIDED_BY.join(", ")}, observations, ${columns.join(", ")}, part)
VALUES (${Array.from({ length: DIVIDED_BY.length + columns.length + 4 }, () => "?").join(", ")})`;

/**
 * Numbers of lists that each block has. The lists of the totals of a block are numbered by their `part`, from this multiple of the
 * block. A trigger of the tables has this number, too.
 */
export const LISTS_OF_BLOCK = 1_024;

/** Totals of the blocks, on the connection of the writer. */
export class BlockTotals {
  readonly #read: StatementSync;
  readonly #put: StatementSync;
  readonly #putLists: StatementSync;

  constructor(database: DatabaseSync) {
    addListAggregates(database);
    this.#read = database.prepare(READ_TOTALS);
    this.#read.setReturnArrays(true);
    this.#put = database.prepare(PUT_TOTALS);
    this.#putLists = database.prepare("INSERT INTO block_lists (id, latencies, traces) VALUES (?, ?, ?)");
  }

  /** Stores the totals of a block and their lists unless they are too many, given its first and last observation. */
  put(block: number, first: number, last: number): void {
    const rows = this.#read.all(block, first, last) as unknown as SQLOutputValue[][];
    if (rows.length > MOST_TOTALS) return;
    for (const [part, [latencies = null, traces = null, ...totals]] of rows.entries()) {
      this.#put.run(...totals, part);
      this.#putLists.run(block * LISTS_OF_BLOCK + part, latencies, traces);
    }
  }
}
