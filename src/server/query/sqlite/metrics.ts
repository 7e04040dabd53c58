import type { DatabaseSync } from "node:sqlite";
import { isoTime } from "../../http/iso-time.ts";
import { parseJson } from "../../http/json.ts";
import { readRows } from "../../storage/sqlite/read-rows.ts";
import type { Row } from "../../storage/records.ts";
import type { Condition } from "../../storage/sql-condition.ts";
import { TIME_FIELD, metricName } from "../metrics-check.ts";
import type { Aggregation, MetricsQuery } from "../metrics-syntax.ts";
import { JOINS, METRICS_VIEWS, type Measure, type View } from "../metrics-views.ts";
import { type Step, bucketSql, buckets, stepOf } from "../time-buckets.ts";
import { filterSql } from "./filter-sql.ts";
import type { TextSearch } from "./text-search.ts";

const PERCENTILES: Partial<Record<Aggregation, number>> = { p50: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99 };

/** Returns the rows of a metrics query that `checkMetricsQuery` has accepted. */
export function readMetrics(
  database: DatabaseSync,
  search: TextSearch,
  projectId: string,
  query: MetricsQuery,
): Array<Record<string, unknown>> {
  const view = METRICS_VIEWS[query.view];
  const step = query.granularity && stepOf(query.granularity, query.from, query.to);
  const columns = [
    ...query.dimensions.map((name) => [view.dimensions[name]?.sql ?? "NULL", name] as const),
    ...(step === null ? [] : [[bucketSql(view.time, step), TIME_FIELD] as const]),
  ];
  const metrics = query.metrics.map(
    (metric) => [aggregate(view.measures[metric.measure], metric.aggregation, query.bins), metricName(metric)] as const,
  );
  const conditions: Condition[] = [
    { sql: `${view.projectId} = ?`, values: [projectId] },
    { sql: view.where, values: [] },
    { sql: `${view.time} >= ? AND ${view.time} < ?`, values: [query.from, query.to] },
    ...query.filters.map((filter) =>
      filterSql(filter, view.filterColumns[filter.column] ?? { kind: "text", sql: "NULL" }, search),
    ),
  ];
  const join = joinOf(query, view);
  const sql = `SELECT ${[...columns, ...metrics].map(([expression, name]) => `${expression} AS "${name}"`).join(", ")}
    FROM ${view.from} ${join ? JOINS[join] : ""}
    WHERE ${conditions.map((condition) => condition.sql).join(" AND ")}
    ${columns.length > 0 ? `GROUP BY ${columns.map((_, index) => index + 1).join(", ")}` : ""}
    ${orderSql(query)} LIMIT ?`;
  const values = conditions.flatMap((condition) => condition.values);
  const rows = readRows(database.prepare(sql), ...values, query.rowLimit);
  const shown = rows.map((row) => showRow(row, query, view));
  return step !== null && query.orderBy.length === 0 ? withGapsFilled(shown, query, step) : shown;
}

function joinOf({ dimensions, metrics }: MetricsQuery, view: View): keyof typeof JOINS | undefined {
  return [
    ...dimensions.map((name) => view.dimensions[name]?.join),
    ...metrics.map(({ measure }) => view.measures[measure]?.join),
  ].find((join) => join !== undefined);
}

function aggregate(measure: Measure | undefined, aggregation: Aggregation, bins: number): string {
  const sql = measure?.sql ?? "NULL";
  const percentile = PERCENTILES[aggregation];
  if (measure?.isDistinct || aggregation === "uniq") return `count(DISTINCT ${sql})`;
  // Cast to REAL: SQLite adds integers as 64-bit integers, and a larger sum would end the query with an error.
  const number = `CAST(${sql} AS REAL)`;
  if (percentile !== undefined) return `percentile(${number}, ${percentile})`;
  if (aggregation === "count") return `count(${sql})`;
  return aggregation === "histogram" ? `histogram(${number}, ${bins})` : `${aggregation}(${number})`;
}

function orderSql({ orderBy, granularity, metrics }: MetricsQuery): string {
  if (orderBy.length > 0) {
    return `ORDER BY ${orderBy.map(({ field, direction }) => `"${field}" ${direction} NULLS LAST`).join(", ")}`;
  }
  if (granularity !== null) return `ORDER BY "${TIME_FIELD}"`;
  const [first] = metrics;
  return first ? `ORDER BY "${metricName(first)}" DESC` : "";
}

function showRow(row: Row, query: MetricsQuery, view: View): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...row };
  for (const name of query.dimensions) {
    const shows = view.dimensions[name]?.shows;
    if (shows === "boolean") shown[name] = row[name] === null ? null : row[name] === 1;
    if (shows === "list") shown[name] = parseJson(String(row[name] ?? "[]"));
  }
  for (const metric of query.metrics) {
    if (metric.aggregation === "histogram") shown[metricName(metric)] = parseJson(String(row[metricName(metric)]));
  }
  if (query.granularity !== null) shown[TIME_FIELD] = isoTime(Number(row[TIME_FIELD]));
  return shown;
}

/** Adds an empty row for every step of the time series without a row. */
function withGapsFilled(
  rows: Array<Record<string, unknown>>,
  query: MetricsQuery,
  step: Step,
): Array<Record<string, unknown>> {
  const byTime = Map.groupBy(rows, (row) => String(row[TIME_FIELD]));
  const filled = buckets(query.from, query.to, step, query.rowLimit).flatMap(
    (at) => byTime.get(isoTime(at)) ?? [emptyRow(isoTime(at), query)],
  );
  return filled.slice(0, query.rowLimit);
}

function emptyRow(time: string, { dimensions, metrics }: MetricsQuery): Record<string, unknown> {
  return {
    ...Object.fromEntries(dimensions.map((name) => [name, null])),
    [TIME_FIELD]: time,
    ...Object.fromEntries(metrics.map((metric) => [metricName(metric), emptyValue(metric.aggregation)])),
  };
}

function emptyValue(aggregation: Aggregation): unknown {
  if (aggregation === "histogram") return [];
  return ["count", "sum", "uniq"].includes(aggregation) ? 0 : null;
}
