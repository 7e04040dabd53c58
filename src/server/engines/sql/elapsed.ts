import { type Sql, sql } from "../../storage/sql.ts";

/** Returns SQL for the milliseconds between two times; null when the second lies before the first, as after a clock was set back. */
export function elapsedSql(from: Sql, to: Sql): Sql {
  return sql`(CASE WHEN ${to} >= ${from} THEN ${to} - ${from} END)`;
}
