import type { DatabaseSync } from "node:sqlite";
import { type Sql, sql } from "../../../../storage/sql.ts";

/** Most candidates of an index for which it is asked first. With more, a scan finds the newest matches sooner. */
export const MOST_CANDIDATES = 5_000;

/**
 * Condition that every row meets, and at which a read ends whose thread is to end: without a call of JavaScript, a statement runs until
 * its last row. One row in 64 makes the call, which takes longer than a comparison.
 */
export const MAY_GO_ON: Sql = sql`((random() & 63) OR may_go_on())`;

/** Returns {@link MAY_GO_ON} for each row of a join of which SQLite needs these columns. It decides one without columns at the first table. */
export function mayGoOnAt(columns: Sql): Sql {
  return sql`((random() & 63) OR may_go_on(${columns}))`;
}

/** Defines the function of {@link MAY_GO_ON}. */
export function addMayGoOn(database: DatabaseSync): void {
  database.function("may_go_on", { varargs: true }, () => 1);
}

export interface Condition {
  sql: Sql;
  /** True when few rows match: then it is faster to find these rows first and sort them afterwards. */
  isSelective: boolean;
  /** True when it names the rows by their numbers, as an index has found them. */
  isByNumber: boolean;
}

/** Makes a condition that many rows may meet. */
export function condition(sql: Sql): Condition {
  return { sql, isSelective: false, isByNumber: false };
}

/** Makes a condition on the observation `o` that is one of the candidates, a list or a query of numbers, and meets `exact`. */
export function amongCandidates(candidates: Sql, exact: Sql): Condition {
  return { sql: sql`(o.seq IN ${candidates} AND ${exact})`, isSelective: true, isByNumber: true };
}

/**
 * Returns the condition that a row belongs to the project, beside others. Where these name the rows by number, SQLite would
 * otherwise walk through all rows of the project in search of the numbers. Where these select a trace, SQLite would walk through
 * the index by time, as long as that index has every column that the statement reads: it does not have `createdAt`. Each row can end
 * the read.
 */
export function ofProject(column: Sql, projectId: string, others: readonly Condition[]): Sql {
  if (others.some(({ isByNumber }) => isByNumber)) return sql`+${column} = ${projectId} AND ${MAY_GO_ON}`;
  const isSelective = others.some((condition) => condition.isSelective);
  return sql`${column} = ${projectId}${isSelective ? sql` AND o.createdAt >= 0` : sql``} AND ${MAY_GO_ON}`;
}
