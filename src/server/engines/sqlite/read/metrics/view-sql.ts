import { type Sql, sql } from "../../../../storage/sql.ts";
import type { MetricsView } from "../../../../query/metrics-query.ts";
import {
  METRICS_VIEWS,
  SCORE_VALUES,
  type ObservationDimension,
  type ObservationMeasure,
  type ScoreDimension,
  type ScoresView,
  type Split,
} from "../../../../query/metrics-views.ts";
import { elapsedSql } from "../elapsed-sql.ts";
import type { SqlColumns } from "../filters/filter-conditions.ts";
import { UTC, type ZoneOffset } from "../../../../query/zone-offsets.ts";
import { OBSERVATION_SQL_COLUMNS, TRACE_NAME, experimentField } from "../filters/observation-sql-columns.ts";
import { localSql } from "./time-bucket-sql.ts";

/** View as SQLite reads it. Each name of the view has SQL for the value of one row. */
export interface ViewSql {
  from: Sql;
  /** Condition that every row of the view meets. */
  where: Sql;
  /** Time of a row, in milliseconds since 1970. */
  time: Sql;
  projectId: Sql;
  dimensions: Readonly<Record<string, Sql>>;
  measures: Readonly<Record<string, Sql>>;
  filterColumns: SqlColumns;
}

/** Joins that make one row for every kind of cost or usage of an observation. */
export const SPLITS: Readonly<Record<Split, Sql>> = {
  cost: sql`JOIN json_each(o.costDetails) kinds`,
  usage: sql`JOIN json_each(o.usageDetails) kinds`,
};

/** Returns SQL for the month of a local time, such as `2026-11`; with `%d`, for the day. */
const calendar = (local: Sql, format: "%Y-%m" | "%Y-%m-%d"): Sql =>
  sql`strftime(${format}, ${local} / 1000, 'unixepoch')`;

const LATENCY = elapsedSql(sql`o.startTime`, sql`o.endTime`);
const SECONDS = sql`nullif(${LATENCY} / 1000.0, 0)`;

const OBSERVATION_DIMENSIONS: Readonly<Record<Exclude<ObservationDimension, "startTimeMonth">, Sql>> = {
  environment: sql`o.environment`,
  type: sql`o.type`,
  name: sql`o.name`,
  level: sql`o.level`,
  version: sql`o.version`,
  tags: sql`o.tags`,
  release: sql`o.release`,
  traceName: TRACE_NAME,
  traceRelease: sql`o.release`,
  traceVersion: sql`o.version`,
  providedModelName: sql`o.model`,
  promptName: sql`o.promptName`,
  promptVersion: sql`o.promptVersion`,
  isRootObservation: sql`o.isRoot`,
  toolNames: sql`o.toolDefinitions`,
  calledToolNames: sql`o.toolCalls`,
  costType: sql`kinds.key`,
  usageType: sql`kinds.key`,
  id: sql`o.id`,
  traceId: sql`o.traceId`,
  parentObservationId: sql`o.parentObservationId`,
  userId: sql`o.userId`,
  sessionId: sql`o.sessionId`,
  experimentName: experimentField(sql`experimentName`),
  experimentDatasetId: experimentField(sql`experimentDatasetId`),
  experimentId: experimentField(sql`experimentId`),
};

/** SQL of the measures of observations. */
export const OBSERVATION_MEASURES: Readonly<Record<ObservationMeasure, Sql>> = {
  count: sql`1`,
  traceId: sql`o.traceId`,
  uniqueUserIds: sql`nullif(o.userId, '')`,
  uniqueSessionIds: sql`nullif(o.sessionId, '')`,
  latency: LATENCY,
  streamingLatency: elapsedSql(sql`o.completionStartTime`, sql`o.endTime`),
  timeToFirstToken: elapsedSql(sql`o.startTime`, sql`o.completionStartTime`),
  inputTokens: sql`o.inputTokens`,
  outputTokens: sql`o.outputTokens`,
  totalTokens: sql`o.totalTokens`,
  outputTokensPerSecond: sql`o.outputTokens / ${SECONDS}`,
  tokensPerSecond: sql`o.totalTokens / ${SECONDS}`,
  inputCost: sql`o.inputCost`,
  outputCost: sql`o.outputCost`,
  totalCost: sql`o.totalCost`,
  countScores: sql`(SELECT count(*) FROM scores s
    WHERE s.projectId = o.projectId AND s.traceId = o.traceId AND s.observationId = o.id)`,
  toolDefinitions: sql`json_array_length(o.toolDefinitions)`,
  toolCalls: sql`json_array_length(o.toolCalls)`,
  costByType: sql`kinds.value`,
  usageByType: sql`kinds.value`,
};

/** Scores, each with the observation it is about. */
const SCORES = sql`scores s
  LEFT JOIN observations o ON o.projectId = s.projectId AND o.traceId = s.traceId AND o.id = s.observationId`;

/**
 * Returns SQL for a field of the trace of a score: that of its first observation `r` that has one, with the root before all others. A
 * root that a web framework made names nobody. `condition`: what a value of the field is.
 */
const ofTrace = (
  field: Sql,
  condition: Sql = sql`coalesce(${field}, '') <> ''`,
): Sql => sql`(SELECT ${field} FROM observations r
  WHERE r.projectId = s.projectId AND r.traceId = s.traceId AND ${condition}
  ORDER BY r.isRoot DESC, r.startTime, r.id LIMIT 1)`;

/** Dimensions of scores, but for those of the calendar. */
const SCORE_DIMENSIONS: Readonly<Record<Exclude<ScoreDimension, "timestampMonth" | "timestampDay">, Sql>> = {
  environment: sql`s.environment`,
  name: sql`s.name`,
  source: sql`s.source`,
  dataType: sql`s.dataType`,
  configId: sql`s.configId`,
  authorUserId: sql`s.authorUserId`,
  traceName: sql`coalesce(${ofTrace(sql`r.traceName`)}, ${ofTrace(sql`r.name`, sql`r.isRoot = 1`)})`,
  // A score without a trace has no tags.
  tags: sql`coalesce(${ofTrace(sql`r.tags`, sql`r.tags <> '[]'`)}, '[]')`,
  traceRelease: ofTrace(sql`r.release`),
  traceVersion: ofTrace(sql`r.version`),
  observationName: sql`o.name`,
  observationModelName: sql`o.model`,
  observationPromptName: sql`o.promptName`,
  observationPromptVersion: sql`o.promptVersion`,
  id: sql`s.id`,
  traceId: sql`s.traceId`,
  observationId: sql`s.observationId`,
  userId: ofTrace(sql`r.userId`),
  sessionId: sql`coalesce(s.sessionId, ${ofTrace(sql`r.sessionId`)})`,
  datasetRunId: sql`s.datasetRunId`,
  experimentName: sql`(SELECT max(e.experimentName) FROM observation_experiments e
    WHERE e.projectId = s.projectId AND e.experimentId = s.datasetRunId)`,
  experimentId: sql`s.datasetRunId`,
  // Evaluators do not run on this service, so no score comes from one.
  evaluatorId: sql`NULL`,
};

/** Returns a view of the scores that meet the condition. `value` is the value of a score. */
function scoresView(view: ScoresView, { where, value }: { where: Sql; value: Sql }, offsets: Offsets): ViewSql {
  const local = localSql(sql`s.timestamp`, offsets);
  const dimensions = {
    ...SCORE_DIMENSIONS,
    timestampMonth: calendar(local, "%Y-%m"),
    timestampDay: calendar(local, "%Y-%m-%d"),
    [SCORE_VALUES[view]]: value,
  };
  return {
    from: SCORES,
    where,
    time: sql`s.timestamp`,
    projectId: sql`s.projectId`,
    dimensions,
    measures: { count: sql`1`, value: sql`s.value` },
    filterColumns: {
      kinds: METRICS_VIEWS[view].filterColumns,
      sql: { ...dimensions, value, timestamp: sql`s.timestamp`, metadata: sql`s.metadata` },
    },
  };
}

type Offsets = readonly ZoneOffset[];

/** Scores of each view: their type, and the SQL of their value. */
const SCORES_OF: Readonly<Record<ScoresView, { where: Sql; value: Sql }>> = {
  "scores-numeric": { where: sql`s.dataType = 'NUMERIC'`, value: sql`s.value` },
  "scores-boolean": { where: sql`s.dataType = 'BOOLEAN'`, value: sql`s.value` },
  "scores-categorical": { where: sql`s.dataType = 'CATEGORICAL'`, value: sql`s.stringValue` },
};

/** Returns the SQL of a view. `offsets` are those of the zone of the query, whose days and months are dimensions. */
export function viewSqlOf(view: MetricsView, offsets: Offsets = UTC): ViewSql {
  if (view !== "observations") return scoresView(view, SCORES_OF[view], offsets);
  return {
    from: sql`observations o`,
    where: sql`1`,
    time: sql`o.startTime`,
    projectId: sql`o.projectId`,
    dimensions: {
      ...OBSERVATION_DIMENSIONS,
      startTimeMonth: calendar(localSql(sql`o.startTime`, offsets), "%Y-%m"),
    },
    measures: OBSERVATION_MEASURES,
    filterColumns: OBSERVATION_SQL_COLUMNS,
  };
}
