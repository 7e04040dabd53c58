import { isoTime } from "../http/iso-time.ts";
import { parseJson } from "../http/json.ts";
import { type Aggregation, type MetricsQuery, TIME_FIELD, metricName } from "./metrics-query.ts";
import { METRICS_VIEWS } from "./metrics-views.ts";
import { type TimeSteps, buckets, startOf } from "./time-buckets.ts";

type Row = Readonly<Record<string, unknown>>;

/**
 * Returns the rows of a metrics query as the API shows them, given those that storage has read: keys of steps in milliseconds since
 * 1970, lists and histograms as JSON text, booleans as 1 and 0. `steps` are those of the time series; null without one.
 */
export function metricsRows(
  rows: readonly Row[],
  query: MetricsQuery,
  steps: TimeSteps | null,
): Array<Record<string, unknown>> {
  const shown = rows.map((row) => showRow(row, query, steps));
  return steps !== null && query.orderBy.length === 0 ? withGapsFilled(shown, query, steps) : shown;
}

/** Returns a row as the API shows it. */
function showRow(row: Row, query: MetricsQuery, steps: TimeSteps | null): Record<string, unknown> {
  const view = METRICS_VIEWS[query.view];
  const shown: Record<string, unknown> = { ...row };
  for (const name of query.dimensions) {
    const shows = view.dimensions[name]?.shows;
    const value = row[name];
    if (shows === "boolean") shown[name] = value === null ? null : value === 1;
    if (shows === "list") shown[name] = typeof value === "string" ? parseJson(value) : [];
  }
  for (const metric of query.metrics) {
    if (metric.aggregation === "histogram") shown[metricName(metric)] = parseJson(String(row[metricName(metric)]));
  }
  if (steps !== null) shown[TIME_FIELD] = isoTime(startOf(steps, Number(row[TIME_FIELD])));
  return shown;
}

/** Adds an empty row for every step of the time series without a row. */
function withGapsFilled(
  rows: Array<Record<string, unknown>>,
  query: MetricsQuery,
  steps: TimeSteps,
): Array<Record<string, unknown>> {
  const byTime = Map.groupBy(rows, (row) => String(row[TIME_FIELD]));
  const filled = buckets(query.from, query.to, steps, query.rowLimit).flatMap(
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
