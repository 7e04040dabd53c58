import type { MetricsView } from "./metrics-syntax.ts";
import { type FilterColumn, OBSERVATION_FILTER_COLUMNS, TRACE_NAME } from "./observation-filter-columns.ts";

/** Field that rows can be grouped by. */
export interface Dimension {
  sql: string;
  /** True when nearly every row has a value of its own. Such a dimension is only for a list of the highest. */
  isHighCardinality?: boolean;
  /** Form of the value in a row. Default: unchanged. */
  shows?: "boolean" | "list";
  /** Kinds of usage or cost. With a join, every row stands for one kind. */
  join?: "costType" | "usageType";
}

/** Field that can be counted or added up. */
export interface Measure {
  /** SQL for the value of one row. */
  sql: string;
  /** True for a measure that always counts different values, whatever aggregation the query asks for. */
  isDistinct?: boolean;
  join?: "costType" | "usageType";
}

/** Definition of a view in SQL. */
export interface View {
  from: string;
  /** Condition that every row of the view meets. */
  where: string;
  /** Time of a row, in milliseconds since 1970. */
  time: string;
  projectId: string;
  dimensions: Readonly<Record<string, Dimension>>;
  measures: Readonly<Record<string, Measure>>;
  filterColumns: Readonly<Record<string, FilterColumn>>;
}

/** Joins that make one row for every kind of cost or usage of an observation. */
export const JOINS = {
  costType: "JOIN json_each(o.costDetails) kinds",
  usageType: "JOIN json_each(o.usageDetails) kinds",
} as const;

const experiment = (column: string): Dimension => ({
  sql: `(SELECT ${column} FROM observation_experiments e WHERE e.seq = o.seq)`,
  isHighCardinality: true,
});
const many = (sql: string): Dimension => ({ sql, isHighCardinality: true });
const month = (time: string): Dimension => ({ sql: `strftime('%Y-%m', ${time} / 1000, 'unixepoch')` });

const SECONDS = "nullif((o.endTime - o.startTime) / 1000.0, 0)";

const OBSERVATIONS: View = {
  from: "observations o",
  where: "1",
  time: "o.startTime",
  projectId: "o.projectId",
  dimensions: {
    environment: { sql: "o.environment" },
    type: { sql: "o.type" },
    name: { sql: "o.name" },
    level: { sql: "o.level" },
    version: { sql: "o.version" },
    tags: { sql: "o.tags", shows: "list" },
    release: { sql: "o.release" },
    traceName: { sql: TRACE_NAME },
    traceRelease: { sql: "o.release" },
    traceVersion: { sql: "o.version" },
    providedModelName: { sql: "o.model" },
    promptName: { sql: "o.promptName" },
    promptVersion: { sql: "o.promptVersion" },
    isRootObservation: { sql: "o.isRoot", shows: "boolean" },
    startTimeMonth: month("o.startTime"),
    toolNames: { sql: "o.toolDefinitions", shows: "list" },
    calledToolNames: { sql: "o.toolCalls", shows: "list" },
    costType: { sql: "kinds.key", join: "costType" },
    usageType: { sql: "kinds.key", join: "usageType" },
    id: many("o.id"),
    traceId: many("o.traceId"),
    parentObservationId: many("o.parentObservationId"),
    userId: many("o.userId"),
    sessionId: many("o.sessionId"),
    experimentName: experiment("experimentName"),
    experimentDatasetId: experiment("experimentDatasetId"),
    experimentId: experiment("experimentId"),
  },
  measures: {
    count: { sql: "1" },
    traceId: { sql: "o.traceId", isDistinct: true },
    uniqueUserIds: { sql: "nullif(o.userId, '')", isDistinct: true },
    uniqueSessionIds: { sql: "nullif(o.sessionId, '')", isDistinct: true },
    latency: { sql: "o.endTime - o.startTime" },
    streamingLatency: { sql: "o.endTime - o.completionStartTime" },
    timeToFirstToken: { sql: "o.completionStartTime - o.startTime" },
    inputTokens: { sql: "o.inputTokens" },
    outputTokens: { sql: "o.outputTokens" },
    totalTokens: { sql: "o.totalTokens" },
    outputTokensPerSecond: { sql: `o.outputTokens / ${SECONDS}` },
    tokensPerSecond: { sql: `o.totalTokens / ${SECONDS}` },
    inputCost: { sql: "o.inputCost" },
    outputCost: { sql: "o.outputCost" },
    totalCost: { sql: "o.totalCost" },
    countScores: {
      sql: `(SELECT count(*) FROM scores s
        WHERE s.projectId = o.projectId AND s.traceId = o.traceId AND s.observationId = o.id)`,
    },
    toolDefinitions: { sql: "json_array_length(o.toolDefinitions)" },
    toolCalls: { sql: "json_array_length(o.toolCalls)" },
    costByType: { sql: "kinds.value", join: "costType" },
    usageByType: { sql: "kinds.value", join: "usageType" },
  },
  filterColumns: OBSERVATION_FILTER_COLUMNS,
};

/** Scores, each with the observation it is about. `ofTrace` reads the fields of the trace from its root. */
const SCORES = `scores s
  LEFT JOIN observations o ON o.projectId = s.projectId AND o.traceId = s.traceId AND o.id = s.observationId`;

const ofTrace = (sql: string): string =>
  `(SELECT ${sql} FROM observations r WHERE r.projectId = s.projectId AND r.traceId = s.traceId AND r.isRoot = 1 LIMIT 1)`;

const SCORE_DIMENSIONS: Readonly<Record<string, Dimension>> = {
  environment: { sql: "s.environment" },
  name: { sql: "s.name" },
  source: { sql: "s.source" },
  dataType: { sql: "s.dataType" },
  configId: { sql: "s.configId" },
  timestampMonth: month("s.timestamp"),
  timestampDay: { sql: "strftime('%Y-%m-%d', s.timestamp / 1000, 'unixepoch')" },
  traceName: { sql: ofTrace("coalesce(r.traceName, r.name)") },
  tags: { sql: ofTrace("r.tags"), shows: "list" },
  traceRelease: { sql: ofTrace("r.release") },
  traceVersion: { sql: ofTrace("r.version") },
  observationName: { sql: "o.name" },
  observationModelName: { sql: "o.model" },
  observationPromptName: { sql: "o.promptName" },
  observationPromptVersion: { sql: "o.promptVersion" },
  id: many("s.id"),
  traceId: many("s.traceId"),
  observationId: many("s.observationId"),
  userId: many(ofTrace("r.userId")),
  sessionId: many(`coalesce(s.sessionId, ${ofTrace("r.sessionId")})`),
  datasetRunId: many("s.datasetRunId"),
  experimentName: many(
    `(SELECT max(e.experimentName) FROM observation_experiments e
      WHERE e.projectId = s.projectId AND e.experimentId = s.datasetRunId)`,
  ),
  experimentId: many("s.datasetRunId"),
  // Evaluators do not run on this service, so no score comes from one.
  evaluatorId: many("NULL"),
};

function scoresView(dataType: string, valueName: string, value: Dimension, measures: View["measures"]): View {
  const dimensions = { ...SCORE_DIMENSIONS, [valueName]: value };
  return {
    from: SCORES,
    where: `s.dataType = '${dataType}'`,
    time: "s.timestamp",
    projectId: "s.projectId",
    dimensions,
    measures: { count: { sql: "1" }, ...measures },
    filterColumns: {
      ...Object.fromEntries(Object.entries(dimensions).map(([name, dimension]) => [name, filterColumn(dimension)])),
      value: { kind: dataType === "CATEGORICAL" ? "text" : "number", sql: valueSql(dataType) },
      timestamp: { kind: "time", sql: "s.timestamp" },
      metadata: { kind: "metadata", sql: "s.metadata" },
    },
  };
}

function valueSql(dataType: string): string {
  return dataType === "CATEGORICAL" ? "s.stringValue" : "s.value";
}

function filterColumn({ sql, shows }: Dimension): FilterColumn {
  if (shows === "list") return { kind: "list", sql: `coalesce(${sql}, '[]')` };
  return shows === "boolean" ? { kind: "boolean", sql } : { kind: "text", sql };
}

const VALUE: Measure = { sql: "s.value" };

/** Definition of each view. */
export const METRICS_VIEWS: Readonly<Record<MetricsView, View>> = {
  observations: OBSERVATIONS,
  "scores-numeric": scoresView("NUMERIC", "value", { sql: "s.value" }, { value: VALUE }),
  "scores-boolean": scoresView("BOOLEAN", "booleanValue", { sql: "s.value", shows: "boolean" }, { value: VALUE }),
  "scores-categorical": scoresView("CATEGORICAL", "stringValue", { sql: "s.stringValue" }, {}),
};
