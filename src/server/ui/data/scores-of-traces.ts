import type { SvcAPIClient } from "@svc/core/api";
import { type MetricsRow, type RankedQuery, readMetrics } from "./metrics.ts";
import { ofTraces } from "./trace-query.ts";

/** Scores of one name that a trace and its observations have, as one value. */
export interface ScoreOfTrace {
  readonly name: string;
  /** Average of numbers, share of true values, or category. */
  readonly value: string;
}

type View = NonNullable<RankedQuery["view"]>;

/** Views of scores, each with its dimensions beside the trace, its measure, and the value for people. */
const VIEWS: ReadonlyArray<
  readonly [view: View, dimensions: readonly string[], measure: string, value: (row: MetricsRow) => string]
> = [
  ["scores-numeric", ["name"], "avg_value", (row) => String(Number(Number(row["avg_value"]).toPrecision(3)))],
  ["scores-boolean", ["name"], "avg_value", (row) => shareText(Number(row["avg_value"]))],
  ["scores-categorical", ["name", "stringValue"], "count_count", (row) => String(row["stringValue"])],
];

/** Reads the scores of traces and their observations, by trace. */
export async function readScoresOfTraces(
  api: SvcAPIClient,
  traceIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ScoreOfTrace[]>> {
  const read = await Promise.all(
    VIEWS.map(async ([view, dimensions, measure, value]) => {
      const rows = await readMetrics(api, {
        view,
        dimensions: ["traceId", ...dimensions],
        measures: [measure],
        conditions: [ofTraces(traceIds)],
        rows: 1_000,
      });
      return rows.map((row) => ({ traceId: String(row["traceId"]), name: String(row["name"]), value: value(row) }));
    }),
  );
  return Map.groupBy(read.flat(), ({ traceId }) => traceId);
}

function shareText(share: number): string {
  if (share === 1) return "true";
  return share === 0 ? "false" : `${Math.round(100 * share)} % true`;
}
