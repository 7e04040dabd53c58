import type { SvcAPIClient } from "@svc/core/api";
import type { FilterTerm } from "../../query/filter-condition.ts";

/** Names of measures as they are in a row, such as `sum_totalCost`. */
type Measures = readonly [string, ...string[]];

/** Query for the groups with the highest value of the first measure. */
export interface RankedQuery {
  /** What is counted. Default: observations. */
  readonly view?: "observations" | "scores-numeric" | "scores-boolean" | "scores-categorical";
  readonly dimensions: readonly string[];
  readonly measures: Measures;
  readonly conditions: readonly FilterTerm[];
  /** Most rows; the API returns at most 1,000. */
  readonly rows: number;
  /** Start of the time, in milliseconds since 1970. Default: all of it. */
  readonly from?: number | undefined;
  /** End of the time, in milliseconds since 1970. Default: all of it. */
  readonly to?: number | undefined;
}

/** Query for observations over time, in about 50 steps. */
export interface SeriesQuery {
  readonly measures: Measures;
  readonly conditions: readonly FilterTerm[];
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** Row of an answer, by the names of its dimensions and measures. */
export type MetricsRow = Readonly<Record<string, unknown>>;

/** End of the time of every query without one: a clock that is ahead hides nothing. */
const END = Date.parse("2200-01-01T00:00:00.000Z");

/** Most rows of one answer. */
const MOST_ROWS = 1_000;

/** Reads metrics, the highest first. */
export async function readMetrics(api: SvcAPIClient, query: RankedQuery): Promise<readonly MetricsRow[]> {
  const { view = "observations", dimensions, measures, conditions, rows, from = 0, to = END } = query;
  return read(api, {
    view,
    dimensions: dimensions.map((field) => ({ field })),
    metrics: metricsOf(measures),
    filters: conditions,
    ...timeOf(from, to),
    orderBy: [{ field: measures[0], direction: "desc" }],
    config: { row_limit: rows },
  });
}

/**
 * Reads metrics of observations step by step, the earliest first. `time_dimension` is the start of a step. Hours, days, weeks and
 * months are those of the browser's time zone, in which the page shows all times.
 */
export async function readSeries(api: SvcAPIClient, query: SeriesQuery): Promise<readonly MetricsRow[]> {
  const { measures, conditions, from, to } = query;
  return read(api, {
    view: "observations",
    metrics: metricsOf(measures),
    filters: conditions,
    ...timeOf(from, to),
    timeDimension: aboutFiftySteps(),
    config: { row_limit: MOST_ROWS },
  });
}

/** Returns the time dimension of about 50 steps in the time zone of the browser; in UTC, where the system has no zone. */
export function aboutFiftySteps(): object {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return { granularity: "auto", ...(timeZone !== "Etc/Unknown" && { timezone: timeZone }) };
}

async function read(api: SvcAPIClient, query: object): Promise<readonly MetricsRow[]> {
  return (await api.metrics.metrics({ query: JSON.stringify(query) })).data;
}

function metricsOf(measures: Measures): object[] {
  return measures.map((name) => {
    const [aggregation, measure] = name.split("_");
    return { measure, aggregation };
  });
}

function timeOf(from: number, to: number): object {
  return { fromTimestamp: new Date(from).toISOString(), toTimestamp: new Date(to).toISOString() };
}
