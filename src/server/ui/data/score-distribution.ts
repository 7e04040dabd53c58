import type { SvcAPIClient } from "@svc/core/api";
import type { ScoreKind } from "../../query/score-agreement.ts";
import { type MetricsRow, aboutFiftySteps } from "./metrics.ts";

export interface Bar {
  readonly label: string;
  readonly count: number;
}

/** Step of time with what was given in it. */
export interface TimeStep {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly count: number;
  /** Mean of a number, or fraction of true; null for a step without scores and for categories. */
  readonly mean: number | null;
}

/** Values of one kind of scores in a time. */
export interface ScoreDistribution {
  readonly count: number;
  /** Mean of a number, or fraction of true; null for categories. */
  readonly mean: number | null;
  readonly bars: readonly Bar[];
  readonly steps: readonly TimeStep[];
}

const VIEWS: Readonly<Record<string, string>> = {
  NUMERIC: "scores-numeric",
  BOOLEAN: "scores-boolean",
  CATEGORICAL: "scores-categorical",
};

/** Dimension for the values of scores, by type. Numbers have a histogram instead. */
const VALUES: Readonly<Record<string, string>> = { BOOLEAN: "booleanValue", CATEGORICAL: "stringValue" };

const MOST_BARS = 20;

/** Most steps of time, as the API returns at most. */
const MOST_STEPS = 1_000;

const NUMBER = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 });

/** Returns true for a type of scores whose distribution the service knows. */
export function hasDistribution(dataType: string): boolean {
  return Object.hasOwn(VIEWS, dataType);
}

/** Reads the distribution of one kind of scores between two times, in milliseconds since 1970. */
export async function readDistribution(
  api: SvcAPIClient,
  kind: ScoreKind,
  from: number,
  to: number,
): Promise<ScoreDistribution> {
  const hasMean = kind.dataType !== "CATEGORICAL";
  const mean = hasMean ? [{ measure: "value", aggregation: "avg" }] : [];
  const count = { measure: "count", aggregation: "count" };
  const query = async (more: object): Promise<readonly MetricsRow[]> =>
    (await api.metrics.metrics({ query: JSON.stringify({ ...queryOf(kind, from, to), ...more }) })).data;
  const [[whole], bars, steps] = await Promise.all([
    query({ metrics: [count, ...mean] }),
    readBars(kind, query),
    query({ metrics: [count, ...mean], timeDimension: aboutFiftySteps(), config: { row_limit: MOST_STEPS } }),
  ]);
  return {
    count: Number(whole?.["count_count"] ?? 0),
    mean: numberOrNull(whole?.["avg_value"]),
    bars,
    steps: steps.map((row) => ({
      time: Date.parse(String(row["time_dimension"])),
      count: Number(row["count_count"]),
      mean: numberOrNull(row["avg_value"]),
    })),
  };
}

function queryOf({ name, source, dataType, authorUserId }: ScoreKind, from: number, to: number): object {
  return {
    view: VIEWS[dataType],
    dimensions: [],
    filters: Object.entries({ name, source, authorUserId })
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => ({ type: "string", column, operator: "=", value })),
    fromTimestamp: new Date(from).toISOString(),
    toTimestamp: new Date(to).toISOString(),
  };
}

async function readBars(
  { dataType }: ScoreKind,
  query: (more: object) => Promise<readonly MetricsRow[]>,
): Promise<Bar[]> {
  const dimension = VALUES[dataType];
  if (dimension === undefined) {
    const metrics = [{ measure: "value", aggregation: "histogram" }];
    const [row] = await query({ metrics, config: { bins: MOST_BARS } });
    const bins = (row?.["histogram_value"] ?? []) as ReadonlyArray<readonly [number, number, number]>;
    return bins.map(([lower, upper, count]) => ({ label: rangeText(lower, upper), count }));
  }
  const rows = await query({
    metrics: [{ measure: "count", aggregation: "count" }],
    dimensions: [{ field: dimension }],
    config: { row_limit: MOST_BARS },
  });
  return rows.map((row) => ({ label: String(row[dimension]), count: Number(row["count_count"]) }));
}

function rangeText(lower: number, upper: number): string {
  return lower === upper ? NUMBER.format(lower) : `${NUMBER.format(lower)} to ${NUMBER.format(upper)}`;
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
