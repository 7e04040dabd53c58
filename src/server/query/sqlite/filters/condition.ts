import type { Sql } from "../../../storage/sqlite/sql.ts";

/** Condition on a row. */
export interface Condition {
  sql: Sql;
  /** True when few rows match: then it is faster to find these rows first and sort them afterwards. */
  isSelective: boolean;
}

/** Makes a condition that many rows may meet. */
export function condition(sql: Sql): Condition {
  return { sql, isSelective: false };
}
