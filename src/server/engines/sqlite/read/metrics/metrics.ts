import type { RecordReader } from "../../../../storage/records.ts";
import { type Row, type Sql, integerSql, joinSql, nameSql, sql } from "../../../../storage/sql.ts";
import { type Aggregation, type MetricsQuery, TIME_FIELD, metricName } from "../../../../query/metrics-query.ts";
import { metricsRows } from "../../../../query/metrics-rows.ts";
import { METRICS_VIEWS, type View, splitsOf } from "../../../../query/metrics-views.ts";
import { type TimeSteps, stepsOf } from "../../../../query/time-buckets.ts";
import { type Condition, ofProject } from "../filters/condition.ts";
import { filterConditions } from "../filters/filter-conditions.ts";
import type { FilterSearches } from "../filters/filter-searches.ts";
import { FRACTIONS, percentileSql } from "./aggregates.ts";
import { type MetricsSource, hourTotals } from "./hour-totals.ts";
import { timeBucketSql } from "./time-bucket-sql.ts";
import { SPLITS, type ViewSql, viewSqlOf } from "./view-sql.ts";

/** SQL for an aggregation of numbers, by name. */
const AGGREGATES: Readonly<Record<Exclude<Aggregation, "count" | "uniq">, (number: Sql, bins: number) => Sql>> = {
  sum: (number) => sql`sum(${number})`,
  avg: (number) => sql`avg(${number})`,
  max: (number) => sql`max(${number})`,
  min: (number) => sql`min(${number})`,
  p50: (number) => percentileSql(number, FRACTIONS.p50),
  p75: (number) => percentileSql(number, FRACTIONS.p75),
  p90: (number) => percentileSql(number, FRACTIONS.p90),
  p95: (number) => percentileSql(number, FRACTIONS.p95),
  p99: (number) => percentileSql(number, FRACTIONS.p99),
  histogram: (number, bins) => sql`histogram(${number}, ${integerSql(bins)})`,
};

/** Returns the rows of a metrics query that `checkMetricsQuery` has accepted. */
export function readMetrics(
  records: RecordReader,
  searches: FilterSearches,
  projectId: string,
  query: MetricsQuery,
): Array<Record<string, unknown>> {
  const steps = stepsOf(query);
  return metricsRows(records.all(metricsSql(records, searches, projectId, query, steps)), query, steps);
}

function metricsSql(
  records: RecordReader,
  searches: FilterSearches,
  projectId: string,
  query: MetricsQuery,
  steps: TimeSteps | null,
): Sql<Row> {
  const viewSql = viewSqlOf(query.view, steps?.offsets);
  const groups = [
    ...query.dimensions.map((name) => sql`${named(name, viewSql.dimensions)} AS ${nameSql(name)}`),
    ...(steps === null ? [] : [sql`${timeBucketSql(viewSql.time, steps)} AS ${nameSql(TIME_FIELD)}`]),
  ];
  const found = filterConditions(query.filters, viewSql.filterColumns, searches);
  const conditions = found.map((condition) => condition.sql);
  const { from, where, metrics } =
    hourTotals(records, projectId, query, steps, conditions) ?? observedRows(projectId, query, viewSql, found);
  const shown = query.metrics.map((metric, index) => sql`${metrics[index]!} AS ${nameSql(metricName(metric))}`);
  const places = groups.map((_, index) => integerSql(index + 1));
  return sql`SELECT ${joinSql([...groups, ...shown], ", ")} FROM ${from} WHERE ${where}
    ${groups.length > 0 ? sql`GROUP BY ${joinSql(places, ", ")}` : sql``}
    ${orderSql(query, places)} LIMIT ${query.rowLimit}`;
}

/** Returns the rows of a view, one by one. */
function observedRows(
  projectId: string,
  query: MetricsQuery,
  viewSql: ViewSql,
  found: readonly Condition[],
): MetricsSource {
  const view = METRICS_VIEWS[query.view];
  const { from, where, time } = viewSql;
  // By its index on the time, SQLite would walk through all of the time in search of a few rows.
  const comparedTime = found.some(({ isSelective }) => isSelective) ? sql`+${time}` : time;
  const conditions = [
    ofProject(viewSql.projectId, projectId, found),
    where,
    sql`${comparedTime} >= ${query.from} AND ${comparedTime} < ${query.to}`,
    ...found.map((condition) => condition.sql),
  ];
  const joins = [...splitsOf(query, view)].map((split) => SPLITS[split]);
  return {
    from: joinSql([from, ...joins], " "),
    where: joinSql(conditions, " AND "),
    metrics: query.metrics.map((metric) => aggregateSql(metric, view, viewSql, query.bins)),
  };
}

/** Returns the SQL of a name that `checkMetricsQuery` has found in the view. */
function named(name: string, known: Readonly<Record<string, Sql>>): Sql {
  const found = known[name];
  if (found === undefined) throw new Error(`The view has no ${name}`);
  return found;
}

function aggregateSql(
  { measure, aggregation }: MetricsQuery["metrics"][number],
  view: View,
  { measures }: ViewSql,
  bins: number,
): Sql {
  const value = named(measure, measures);
  if (view.measures[measure]?.isDistinct || aggregation === "uniq") return sql`count(DISTINCT ${value})`;
  if (aggregation === "count") return sql`count(${value})`;
  // Cast to REAL: SQLite adds integers as 64-bit integers, and a larger sum would end the query with an error.
  return AGGREGATES[aggregation](sql`CAST(${value} AS REAL)`, bins);
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
