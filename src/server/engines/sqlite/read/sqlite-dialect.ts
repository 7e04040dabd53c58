import { type Sql, sql } from "../../../storage/sql.ts";
import type { Dialect } from "../../sql/dialect.ts";
import { MAY_GO_ON } from "./filters/condition.ts";

/** Expressions of SQLite. Lists are JSON, and experiments have a table of their own. */
export const SQLITE: Dialect = {
  noText: sql`NULL`,
  scores: sql`scores s`,
  observations: sql`observations o`,
  scoredObject: sql`json_array(s.traceId, s.observationId, s.sessionId, s.datasetRunId)`,
  // SQLite takes the value from the row that has the maximum.
  latestValue: (value) => sql`${value} AS value, max(s.timestamp)`,
  mayGoOn: MAY_GO_ON,
  length: (list) => sql`json_array_length(${list})`,
  listJson: (list) => list,
  experimentField: (name) => sql`(SELECT ${name} FROM observation_experiments e WHERE e.seq = o.seq)`,
  monthOf: (local) => calendar(local, sql`'%Y-%m'`),
  dayOf: (local) => calendar(local, sql`'%Y-%m-%d'`),
  startOfMonth: (local) => sql`unixepoch(${calendar(local, sql`'%Y-%m-01'`)}) * 1000`,
  quotient: (dividend, divisor) => sql`${dividend} / ${divisor}`,
  greatest: (one, other) => sql`max(${one}, ${other})`,
  // SQLite adds integers as 64-bit integers, and a larger sum would end the query with an error.
  real: (value) => sql`CAST(${value} AS REAL)`,
  sum: (numbers) => sql`sum(${numbers})`,
  total: (numbers) => sql`total(${numbers})`,
  whole: (number) => sql`CAST(${number} AS INTEGER)`,
  mean: (numbers) => sql`avg(${numbers})`,
  // SQLite refuses infinite numbers.
  percentile: (numbers, fraction) =>
    sql`percentile_cont(CASE WHEN abs(${numbers}) < 9e999 THEN ${numbers} END, ${fraction})`,
  histogram: (numbers, bins) => sql`histogram(${numbers}, ${bins})`,
};

function calendar(local: Sql, format: Sql): Sql {
  return sql`strftime(${format}, ${local} / 1000, 'unixepoch')`;
}
