import { type Aggregation, type MetricsQuery, TIME_FIELD, metricName } from "../../query/metrics-query.ts";
import { METRICS_VIEWS } from "../../query/metrics-views.ts";
import type { TimeSteps } from "../../query/time-buckets.ts";
import { type Row, type Sql, integerSql, joinSql, nameSql, sql } from "../../storage/sql.ts";
import type { Dialect } from "./dialect.ts";
import type { ViewSql } from "./metrics-views.ts";
import { timeBucketSql } from "./time-bucket.ts";

/** Rows to aggregate. */
export interface MetricsSource {
  readonly from: Sql;
  readonly where: Sql;
  /** Aggregated values of the metrics, in the order of the query. */
  readonly metrics: readonly Sql[];
}

/** Fractions of the percentiles, by aggregation. */
export const FRACTIONS: Readonly<Record<"p50" | "p75" | "p90" | "p95" | "p99", Sql>> = {
  p50: sql`0.5`,
  p75: sql`0.75`,
  p90: sql`0.9`,
  p95: sql`0.95`,
  p99: sql`0.99`,
};

/** Returns the statement of a metrics query that `checkMetricsQuery` has accepted. */
export function metricsStatement(
  dialect: Dialect,
  query: MetricsQuery,
  steps: TimeSteps | null,
  { time, dimensions }: ViewSql,
  { from, where, metrics }: MetricsSource,
): Sql<Row> {
  const groups = [
    ...query.dimensions.map((name) => sql`${named(name, dimensions)} AS ${nameSql(name)}`),
    ...(steps === null ? [] : [sql`${timeBucketSql(time, steps, dialect)} AS ${nameSql(TIME_FIELD)}`]),
  ];
  const shown = query.metrics.map((metric, index) => sql`${metrics[index]!} AS ${nameSql(metricName(metric))}`);
  const places = groups.map((_, index) => integerSql(index + 1));
  return sql`SELECT ${joinSql([...groups, ...shown], ", ")} FROM ${from} WHERE ${where}
    ${places.length > 0 ? sql`GROUP BY ${joinSql(places, ", ")}` : sql``}
    ${orderSql(query, places)} LIMIT ${integerSql(query.rowLimit)}`;
}

/** Returns the aggregated values of the metrics of a query over the rows of a view. */
export function aggregatesSql(dialect: Dialect, { view, metrics, bins }: MetricsQuery, { measures }: ViewSql): Sql[] {
  return metrics.map(({ measure, aggregation }) => {
    const value = named(measure, measures);
    if (METRICS_VIEWS[view].measures[measure]?.isDistinct || aggregation === "uniq")
      return sql`count(DISTINCT ${value})`;
    return aggregation === "count" ? sql`count(${value})` : AGGREGATES[aggregation](dialect, dialect.real(value), bins);
  });
}

/** SQL for an aggregation of numbers, by name. */
const AGGREGATES: Readonly<
  Record<Exclude<Aggregation, "count" | "uniq">, (dialect: Dialect, numbers: Sql, bins: number) => Sql>
> = {
  sum: (dialect, numbers) => dialect.sum(numbers),
  avg: (dialect, numbers) => dialect.mean(numbers),
  max: (_dialect, numbers) => sql`max(${numbers})`,
  min: (_dialect, numbers) => sql`min(${numbers})`,
  p50: (dialect, numbers) => dialect.percentile(numbers, FRACTIONS.p50),
  p75: (dialect, numbers) => dialect.percentile(numbers, FRACTIONS.p75),
  p90: (dialect, numbers) => dialect.percentile(numbers, FRACTIONS.p90),
  p95: (dialect, numbers) => dialect.percentile(numbers, FRACTIONS.p95),
  p99: (dialect, numbers) => dialect.percentile(numbers, FRACTIONS.p99),
  histogram: (dialect, numbers, bins) => dialect.histogram(numbers, integerSql(bins)),
};

/** Returns the SQL of a name that `checkMetricsQuery` has found in the view. */
function named(name: string, known: Readonly<Record<string, Sql>>): Sql {
  const found = known[name];
  if (found === undefined) throw new Error(`The view has no ${name}`);
  return found;
}

/** Rows that an order leaves equal are ordered by their groups, so that the same query gives the same rows on every engine. */
function orderSql({ orderBy, granularity, metrics }: MetricsQuery, places: readonly Sql[]): Sql {
  const [first] = metrics;
  const fields = orderBy.map(({ field, direction }) => sql`${nameSql(field)} ${DIRECTIONS[direction]} NULLS LAST`);
  if (fields.length === 0 && granularity !== null) fields.push(sql`${nameSql(TIME_FIELD)}`);
  if (fields.length === 0 && first) fields.push(sql`${nameSql(metricName(first))} DESC NULLS LAST`);
  return sql`ORDER BY ${joinSql([...fields, ...places.map((place) => sql`${place} ASC NULLS FIRST`)], ", ")}`;
}

const DIRECTIONS = { asc: sql`ASC`, desc: sql`DESC` } as const;
