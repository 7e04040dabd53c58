import type { ColumnKind, FilterColumns } from "./filter-columns.ts";
import type { MetricsQuery, MetricsView } from "./metrics-query.ts";
import { OBSERVATION_FILTER_COLUMNS } from "./observation-filter-columns.ts";

/** Field that rows can be grouped by. */
export interface Dimension {
  /** True when nearly every row has a value of its own. Such a dimension is only for a list of the highest. */
  isHighCardinality?: boolean;
  /** Form of the value in a row. Default: unchanged. */
  shows?: "boolean" | "list";
  /** Set for the kinds of usage or cost. Every row then stands for one kind of an observation. */
  splitsBy?: Split;
}

/** Field that can be counted or added up. */
export interface Measure {
  /** True for a measure that always counts different values, whatever aggregation the query asks for. */
  isDistinct?: boolean;
  /** Set for the amounts of the kinds of usage or cost. */
  splitsBy?: Split;
}

/** Field of an observation with an amount for each kind. */
export type Split = "cost" | "usage";

/** Names that queries of a view can use. Storage says how each is read. */
export interface View {
  dimensions: Readonly<Record<string, Dimension>>;
  measures: Readonly<Record<string, Measure>>;
  filterColumns: FilterColumns;
}

const OBSERVATION_DIMENSIONS = {
  environment: {},
  type: {},
  name: {},
  level: {},
  version: {},
  tags: { shows: "list" },
  release: {},
  traceName: {},
  traceRelease: {},
  traceVersion: {},
  providedModelName: {},
  promptName: {},
  promptVersion: {},
  isRootObservation: { shows: "boolean" },
  startTimeMonth: {},
  toolNames: { shows: "list" },
  calledToolNames: { shows: "list" },
  costType: { splitsBy: "cost" },
  usageType: { splitsBy: "usage" },
  id: { isHighCardinality: true },
  traceId: { isHighCardinality: true },
  parentObservationId: { isHighCardinality: true },
  userId: { isHighCardinality: true },
  sessionId: { isHighCardinality: true },
  experimentName: { isHighCardinality: true },
  experimentDatasetId: { isHighCardinality: true },
  experimentId: { isHighCardinality: true },
} as const;

const OBSERVATION_MEASURES = {
  count: {},
  traceId: { isDistinct: true },
  uniqueUserIds: { isDistinct: true },
  uniqueSessionIds: { isDistinct: true },
  latency: {},
  streamingLatency: {},
  timeToFirstToken: {},
  inputTokens: {},
  outputTokens: {},
  totalTokens: {},
  outputTokensPerSecond: {},
  tokensPerSecond: {},
  inputCost: {},
  outputCost: {},
  totalCost: {},
  countScores: {},
  toolDefinitions: {},
  toolCalls: {},
  costByType: { splitsBy: "cost" },
  usageByType: { splitsBy: "usage" },
} as const;

/** Dimensions of all views of scores. Fields of the trace are those of its root or, where that has none, of its first observation with one. */
const SCORE_DIMENSIONS = {
  environment: {},
  name: {},
  source: {},
  dataType: {},
  configId: {},
  authorUserId: {},
  timestampMonth: {},
  timestampDay: {},
  traceName: {},
  tags: { shows: "list" },
  traceRelease: {},
  traceVersion: {},
  observationName: {},
  observationModelName: {},
  observationPromptName: {},
  observationPromptVersion: {},
  id: { isHighCardinality: true },
  traceId: { isHighCardinality: true },
  observationId: { isHighCardinality: true },
  userId: { isHighCardinality: true },
  sessionId: { isHighCardinality: true },
  datasetRunId: { isHighCardinality: true },
  experimentName: { isHighCardinality: true },
  experimentId: { isHighCardinality: true },
  evaluatorId: { isHighCardinality: true },
} as const;

/** Name of a dimension of the view of observations. */
export type ObservationDimension = keyof typeof OBSERVATION_DIMENSIONS;

/** Name of a measure of the view of observations. */
export type ObservationMeasure = keyof typeof OBSERVATION_MEASURES;

/** Name of a dimension that all views of scores have. */
export type ScoreDimension = keyof typeof SCORE_DIMENSIONS;

export type ScoresView = Exclude<MetricsView, "observations">;

/** Dimension for the values of the scores, by view. */
export const SCORE_VALUES: Readonly<Record<ScoresView, string>> = {
  "scores-numeric": "value",
  "scores-boolean": "booleanValue",
  "scores-categorical": "stringValue",
};

/** Returns a view of scores. `value` is the dimension for their values, and `valueKind` the kind of the filter column `value`. */
function scoresView(view: ScoresView, value: Dimension, valueKind: ColumnKind, measures: View["measures"]): View {
  const dimensions: View["dimensions"] = { ...SCORE_DIMENSIONS, [SCORE_VALUES[view]]: value };
  return {
    dimensions,
    measures: { count: {}, ...measures },
    filterColumns: {
      ...Object.fromEntries(Object.entries(dimensions).map(([name, { shows }]) => [name, shows ?? "text"])),
      value: valueKind,
      timestamp: "time",
      metadata: "metadata",
    },
  };
}

export const METRICS_VIEWS: Readonly<Record<MetricsView, View>> = {
  observations: {
    dimensions: OBSERVATION_DIMENSIONS,
    measures: OBSERVATION_MEASURES,
    filterColumns: OBSERVATION_FILTER_COLUMNS,
  },
  "scores-numeric": scoresView("scores-numeric", {}, "number", { value: {} }),
  "scores-boolean": scoresView("scores-boolean", { shows: "boolean" }, "number", { value: {} }),
  "scores-categorical": scoresView("scores-categorical", {}, "text", {}),
};

/** Returns the fields with an amount for each kind by which the dimensions and measures of a query split observations. */
export function splitsOf({ dimensions, metrics }: MetricsQuery, view: View): ReadonlySet<Split> {
  const splits = [
    ...dimensions.map((name) => view.dimensions[name]?.splitsBy),
    ...metrics.map(({ measure }) => view.measures[measure]?.splitsBy),
  ];
  return new Set(splits.filter((split) => split !== undefined));
}
