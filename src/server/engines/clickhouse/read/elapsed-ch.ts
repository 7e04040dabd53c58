import { type ChSql, ch } from "../database/clickhouse-sql.ts";

/** Returns SQL for the milliseconds between two times; null when the second lies before the first, as after a clock was set back. */
export function elapsedCh(from: ChSql, to: ChSql): ChSql {
  return ch`if(${to} >= ${from}, ${to} - ${from}, NULL)`;
}
