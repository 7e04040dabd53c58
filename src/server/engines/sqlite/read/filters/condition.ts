import { type Sql, sql } from "../../../../storage/sql.ts";

/** Most candidates of an index for which it is asked first. With more, a scan finds the newest matches sooner. */
export const MOST_CANDIDATES = 5_000;

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
  return { sql: sql`o.seq IN ${candidates} AND ${exact}`, isSelective: true, isByNumber: true };
}

/**
 * Returns the condition that a row belongs to the project, beside others. Where these name the rows by number, SQLite would
 * otherwise walk through all rows of the project in search of the numbers. Where these select a trace, SQLite would walk through
 * the index by time, as long as that index has every column that the statement reads: it does not have `createdAt`.
 */
export function ofProject(column: Sql, projectId: string, others: readonly Condition[]): Sql {
  if (others.some(({ isByNumber }) => isByNumber)) return sql`+${column} = ${projectId}`;
  const isSelective = others.some((condition) => condition.isSelective);
  return isSelective ? sql`${column} = ${projectId} AND o.createdAt >= 0` : sql`${column} = ${projectId}`;
}
