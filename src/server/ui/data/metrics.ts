import type { SvcAPIClient } from "@svc/core/api";
import type { FilterCondition } from "./filter-condition.ts";

/** Query for the groups of observations with the highest value of the first measure. */
export interface RankedQuery {
  readonly dimensions: readonly string[];
  /** Measures as they are named in a row, such as `sum_totalCost`. */
  readonly measures: readonly [string, ...string[]];
  readonly conditions: readonly FilterCondition[];
  /** Most rows; the API returns at most 1,000. */
  readonly rows: number;
  /** Start of the time, in milliseconds since 1970. Default: all of it. */
  readonly from?: number | undefined;
}

/** Row of an answer, by the names of its dimensions and measures. */
export type MetricsRow = Readonly<Record<string, unknown>>;

/** End of the time of every query: a clock that is ahead hides nothing. */
const END = "2200-01-01T00:00:00.000Z";

/** Reads metrics of observations, the highest first. */
export async function readMetrics(api: SvcAPIClient, query: RankedQuery): Promise<readonly MetricsRow[]> {
  const { dimensions, measures, conditions, rows, from = 0 } = query;
  const { data } = await api.metrics.metrics({
    query: JSON.stringify({
      view: "observations",
      dimensions: dimensions.map((field) => ({ field })),
      metrics: measures.map((name) => {
        const [aggregation, measure] = name.split("_");
        return { measure, aggregation };
      }),
      filters: conditions,
      fromTimestamp: new Date(from).toISOString(),
      toTimestamp: END,
      orderBy: [{ field: measures[0], direction: "desc" }],
      config: { row_limit: rows },
    }),
  });
  return data;
}
