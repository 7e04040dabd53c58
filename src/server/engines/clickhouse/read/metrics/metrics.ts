import type { ClickHouseDatabase } from "../../database/clickhouse-database.ts";
import { type ChSql, ch, integerCh, joinCh, nameCh } from "../../database/clickhouse-sql.ts";
import { type MetricsQuery, TIME_FIELD, metricName } from "../../../../query/metrics-query.ts";
import { metricsRows } from "../../../../query/metrics-rows.ts";
import { METRICS_VIEWS, type View, splitsOf } from "../../../../query/metrics-views.ts";
import { type TimeSteps, stepsOf } from "../../../../query/time-buckets.ts";
import { filterConditions } from "../filters/filter-conditions.ts";
import type { CommentsByObservation } from "../filters/observation-columns.ts";
import { AGGREGATES } from "./aggregates.ts";
import { timeBucketCh } from "./time-bucket.ts";
import { SPLITS, type ViewCh, viewCh } from "./view-sql.ts";

/** Returns the rows of a metrics query that `checkMetricsQuery` has accepted. */
export async function readMetrics(
  database: ClickHouseDatabase,
  projectId: string,
  query: MetricsQuery,
  comments: CommentsByObservation,
): Promise<Array<Record<string, unknown>>> {
  const steps = stepsOf(query);
  return metricsRows(await database.all(metricsSql(projectId, query, steps, comments)), query, steps);
}

function metricsSql(
  projectId: string,
  query: MetricsQuery,
  steps: TimeSteps | null,
  comments: CommentsByObservation,
): ChSql<Record<string, unknown>> {
  const view = METRICS_VIEWS[query.view];
  const source = viewCh(projectId, query, comments, steps?.offsets);
  const { time } = source;
  const groups = [
    ...query.dimensions.map((name) => ({ name, sql: named(name, source.dimensions) })),
    ...(steps === null ? [] : [{ name: TIME_FIELD, sql: timeBucketCh(time, steps) }]),
  ];
  const shown = [
    ...groups.map(({ name, sql }) => ch`${sql} AS ${nameCh(name)}`),
    ...query.metrics.map(
      (metric) => ch`${aggregateCh(metric, view, source, query.bins)} AS ${nameCh(metricName(metric))}`,
    ),
  ];
  const conditions = [
    source.where,
    ch`${time} >= ${query.from} AND ${time} < ${query.to}`,
    ...(query.view === "observations" ? [daysBetween(query)] : []),
    ...filterConditions(projectId, query.filters, source.filterColumns),
  ];
  const from = joinCh([source.from, ...[...splitsOf(query, view)].map((split) => SPLITS[split])], " ");
  const places = groups.map((_, index) => integerCh(index + 1));
  return ch`SELECT ${joinCh(shown, ", ")} FROM ${from} WHERE ${joinCh(conditions, " AND ")}
    ${places.length > 0 ? ch`GROUP BY ${joinCh(places, ", ")}` : ch``}
    ${orderCh(query, places)} LIMIT ${integerCh(query.rowLimit)}`;
}

function daysBetween({ from, to }: MetricsQuery): ChSql {
  return ch`o.day >= intDiv(${from}, 86400000) - 1 AND o.day <= intDiv(${to}, 86400000)`;
}

/** Returns the SQL of a name that `checkMetricsQuery` has found in the view. */
function named(name: string, known: Readonly<Record<string, ChSql>>): ChSql {
  const found = known[name];
  if (found === undefined) throw new Error(`The view has no ${name}`);
  return found;
}

function aggregateCh(
  { measure, aggregation }: MetricsQuery["metrics"][number],
  view: View,
  { measures }: ViewCh,
  bins: number,
): ChSql {
  const value = named(measure, measures);
  if (view.measures[measure]?.isDistinct || aggregation === "uniq") return ch`uniqExact(${value})`;
  if (aggregation === "count") return ch`count(${value})`;
  return AGGREGATES[aggregation](ch`toNullable(toFloat64(${value}))`, bins);
}

/** Rows that an order leaves equal are ordered by their groups, so that the same query gives the same rows each time. */
function orderCh({ orderBy, granularity, metrics }: MetricsQuery, places: readonly ChSql[]): ChSql {
  const [first] = metrics;
  const fields = orderBy.map(({ field, direction }) => ch`${nameCh(field)} ${DIRECTIONS[direction]} NULLS LAST`);
  if (fields.length === 0 && granularity !== null) fields.push(ch`${nameCh(TIME_FIELD)}`);
  if (fields.length === 0 && first) fields.push(ch`${nameCh(metricName(first))} DESC NULLS LAST`);
  return ch`ORDER BY ${joinCh([...fields, ...places.map((place) => ch`${place} ASC NULLS FIRST`)], ", ")}`;
}

const DIRECTIONS = { asc: ch`ASC`, desc: ch`DESC` } as const;
