import { type Sql, sql } from "../../../storage/sql.ts";
import type { Dialect } from "../../sql/dialect.ts";

/** Expressions of ClickHouse. Lists are arrays, and the experiment stands in the row of its observation. */
export const CLICKHOUSE: Dialect = {
  noText: sql`CAST(NULL AS Nullable(String))`,
  scores: sql`scores AS s FINAL`,
  observations: sql`observations AS o FINAL`,
  scoredObject: sql`toString(tuple(s.traceId, s.observationId, s.sessionId, s.datasetRunId))`,
  latestValue: (value) => sql`argMax(${value}, (s.timestamp, s.id)) AS value`,
  mayGoOn: sql`1`,
  length: (list) => sql`length(${list})`,
  listJson: (list) => sql`toJSONString(${list})`,
  experimentField: (name) => sql`o.${name}`,
  monthOf: (local) => sql`formatDateTime(${dateTime(local)}, '%Y-%m')`,
  dayOf: (local) => sql`formatDateTime(${dateTime(local)}, '%Y-%m-%d')`,
  startOfMonth: (local) => sql`toInt64(toStartOfMonth(${dateTime(local)})) * 86400000`,
  quotient: (dividend, divisor) => sql`intDiv(${dividend}, ${divisor})`,
  greatest: (one, other) => sql`greatest(${one}, ${other})`,
  real: (value) => sql`toNullable(toFloat64(${value}))`,
  // Sums are compensated, as those of SQLite are.
  sum: (numbers) => sql`sumKahan(${numbers})`,
  total: (numbers) => sql`ifNull(sumKahan(${numbers}), 0)`,
  whole: (number) => sql`trunc(${number})`,
  mean: (numbers) => sql`sumKahan(${numbers}) / nullIf(count(${numbers}), 0)`,
  percentile: (numbers, fraction) =>
    sql`quantileExactInclusive(${fraction})(toNullable(if(isFinite(ifNull(${numbers}, 0)), ${numbers}, NULL)))`,
  histogram: (numbers, bins) => sql`toJSONString(arrayMap(values -> if(empty(values), [],
    if(arrayMax(values) = arrayMin(values), [[arrayMin(values), arrayMax(values), toFloat64(length(values))]],
    arrayMap(bin -> [
        arrayMin(values) + bin * ((arrayMax(values) - arrayMin(values)) / ${bins}),
        if(bin = ${bins} - 1, arrayMax(values),
          arrayMin(values) + (bin + 1) * ((arrayMax(values) - arrayMin(values)) / ${bins})),
        toFloat64(arrayCount(value -> least(${bins} - 1,
          floor((value - arrayMin(values)) / ((arrayMax(values) - arrayMin(values)) / ${bins}))) = bin, values))
      ], range(${bins})))), [groupArray(${numbers})])[1])`,
};

/** Returns SQL for a time as the engine's own type. */
function dateTime(time: Sql): Sql {
  return sql`fromUnixTimestamp64Milli(toInt64(${time}), 'UTC')`;
}
