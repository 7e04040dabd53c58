import { type ChSql, ch, integerCh, textCh } from "../../database/clickhouse-sql.ts";
import type { Aggregation } from "../../../../query/metrics-query.ts";

/** Returns SQL for a percentile of numbers, interpolated between two values; null without values. Leaves out infinite numbers. */
export function percentileCh(number: ChSql, fraction: number): ChSql {
  const finite = ch`if(isFinite(ifNull(${number}, 0)), ${number}, NULL)`;
  return ch`quantileExactInclusive(${textCh(String(fraction))})(toNullable(${finite}))`;
}

/** SQL for an aggregation of numbers that can be null, by name. Sums are compensated, as those of SQLite are. */
export const AGGREGATES: Readonly<
  Record<Exclude<Aggregation, "count" | "uniq">, (number: ChSql, bins: number) => ChSql>
> = {
  sum: (number) => ch`sumKahan(${number})`,
  avg: (number) => ch`sumKahan(${number}) / nullIf(count(${number}), 0)`,
  max: (number) => ch`max(${number})`,
  min: (number) => ch`min(${number})`,
  p50: (number) => percentileCh(number, 0.5),
  p75: (number) => percentileCh(number, 0.75),
  p90: (number) => percentileCh(number, 0.9),
  p95: (number) => percentileCh(number, 0.95),
  p99: (number) => percentileCh(number, 0.99),
  histogram: histogramCh,
};

/** Returns SQL for bars of equal width as JSON, `[lower, upper, height]` each; one bar when all values are the same. */
function histogramCh(number: ChSql, bins: number): ChSql {
  const count = integerCh(bins);
  return ch`toJSONString(arrayMap(values -> if(empty(values), [], if(arrayMax(values) = arrayMin(values),
    [[arrayMin(values), arrayMax(values), toFloat64(length(values))]],
    arrayMap(bin -> [
        arrayMin(values) + bin * ((arrayMax(values) - arrayMin(values)) / ${count}),
        if(bin = ${count} - 1, arrayMax(values),
          arrayMin(values) + (bin + 1) * ((arrayMax(values) - arrayMin(values)) / ${count})),
        toFloat64(arrayCount(value -> least(${count} - 1,
          floor((value - arrayMin(values)) / ((arrayMax(values) - arrayMin(values)) / ${count}))) = bin, values))
      ], range(${count})))), [groupArray(${number})])[1])`;
}
