import { type ChSql, ch, joinCh } from "../../../storage/clickhouse/clickhouse-sql.ts";
import type { MetricsQuery } from "../../metrics-query.ts";
import {
  METRICS_VIEWS,
  SCORE_VALUES,
  type ObservationDimension,
  type ObservationMeasure,
  type ScoreDimension,
  type ScoresView,
  type Split,
} from "../../metrics-views.ts";
import type { ChColumns } from "../filters/filter-conditions.ts";
import { type CommentsByObservation, TRACE_NAME, observationColumns } from "../filters/observation-columns.ts";
import { dateTimeCh } from "./time-bucket.ts";

/** View as ClickHouse reads it. Each name of the view has SQL for the value of one row. */
export interface ViewCh {
  from: ChSql;
  /** Condition that every row of the view meets. */
  where: ChSql;
  /** Time of a row, in milliseconds since 1970. */
  time: ChSql;
  dimensions: Readonly<Record<string, ChSql>>;
  measures: Readonly<Record<string, ChSql>>;
  filterColumns: ChColumns;
}

/** Joins that make one row for every kind of cost or usage of an observation. */
export const SPLITS: Readonly<Record<Split, ChSql>> = {
  cost: ch`ARRAY JOIN mapKeys(o.costDetails) AS kindOfSplit, mapValues(o.costDetails) AS amountOfSplit`,
  usage: ch`ARRAY JOIN mapKeys(o.usageDetails) AS kindOfSplit, mapValues(o.usageDetails) AS amountOfSplit`,
};

const month = (time: ChSql): ChSql => ch`formatDateTime(${dateTimeCh(time)}, '%Y-%m')`;

const SECONDS = ch`nullIf((o.endTime - o.startTime) / 1000, 0)`;

const OBSERVATION_DIMENSIONS: Readonly<Record<ObservationDimension, ChSql>> = {
  environment: ch`o.environment`,
  type: ch`o.type`,
  name: ch`o.name`,
  level: ch`o.level`,
  version: ch`o.version`,
  tags: ch`toJSONString(o.tags)`,
  release: ch`o.release`,
  traceName: TRACE_NAME,
  traceRelease: ch`o.release`,
  traceVersion: ch`o.version`,
  providedModelName: ch`o.model`,
  promptName: ch`o.promptName`,
  promptVersion: ch`o.promptVersion`,
  isRootObservation: ch`o.isRoot`,
  startTimeMonth: month(ch`o.startTime`),
  toolNames: ch`toJSONString(o.toolDefinitions)`,
  calledToolNames: ch`toJSONString(o.toolCalls)`,
  costType: ch`kindOfSplit`,
  usageType: ch`kindOfSplit`,
  id: ch`o.id`,
  traceId: ch`o.traceId`,
  parentObservationId: ch`o.parentObservationId`,
  userId: ch`o.userId`,
  sessionId: ch`o.sessionId`,
  experimentName: ch`o.experimentName`,
  experimentDatasetId: ch`o.experimentDatasetId`,
  experimentId: ch`o.experimentId`,
};

const OBSERVATION_MEASURES: Readonly<Record<ObservationMeasure, ChSql>> = {
  count: ch`1`,
  traceId: ch`o.traceId`,
  uniqueUserIds: ch`nullIf(o.userId, '')`,
  uniqueSessionIds: ch`nullIf(o.sessionId, '')`,
  latency: ch`(o.endTime - o.startTime)`,
  streamingLatency: ch`(o.endTime - o.completionStartTime)`,
  timeToFirstToken: ch`(o.completionStartTime - o.startTime)`,
  inputTokens: ch`o.inputTokens`,
  outputTokens: ch`o.outputTokens`,
  totalTokens: ch`o.totalTokens`,
  outputTokensPerSecond: ch`(o.outputTokens / ${SECONDS})`,
  tokensPerSecond: ch`(o.totalTokens / ${SECONDS})`,
  inputCost: ch`o.inputCost`,
  outputCost: ch`o.outputCost`,
  totalCost: ch`o.totalCost`,
  countScores: ch`ifNull(scored.count, 0)`,
  toolDefinitions: ch`length(o.toolDefinitions)`,
  toolCalls: ch`length(o.toolCalls)`,
  costByType: ch`amountOfSplit`,
  usageByType: ch`amountOfSplit`,
};

const SCORE_DIMENSIONS: Readonly<Record<ScoreDimension, ChSql>> = {
  environment: ch`s.environment`,
  name: ch`s.name`,
  source: ch`s.source`,
  dataType: ch`s.dataType`,
  configId: ch`s.configId`,
  timestampMonth: month(ch`s.timestamp`),
  timestampDay: ch`formatDateTime(${dateTimeCh(ch`s.timestamp`)}, '%Y-%m-%d')`,
  traceName: ch`r.shownName`,
  tags: ch`if(r.traceId IS NULL, NULL, toJSONString(r.tags))`,
  traceRelease: ch`r.release`,
  traceVersion: ch`r.version`,
  observationName: ch`o.name`,
  observationModelName: ch`o.model`,
  observationPromptName: ch`o.promptName`,
  observationPromptVersion: ch`o.promptVersion`,
  id: ch`s.id`,
  traceId: ch`s.traceId`,
  observationId: ch`s.observationId`,
  userId: ch`r.userId`,
  sessionId: ch`coalesce(s.sessionId, r.sessionId)`,
  datasetRunId: ch`s.datasetRunId`,
  experimentName: ch`e.name`,
  experimentId: ch`s.datasetRunId`,
  // Evaluators do not run on this service, so no score comes from one.
  evaluatorId: ch`CAST(NULL AS Nullable(String))`,
};

/** Returns a view as the engine reads it for one query. */
export function viewCh(projectId: string, query: MetricsQuery, comments: CommentsByObservation): ViewCh {
  const { view } = query;
  if (view === "observations") return observationsView(projectId, query, comments);
  return scoresView(projectId, query, view, SCORES[view]);
}

/** Scores of each view: their type, and the SQL of their value. */
const SCORES: Readonly<Record<ScoresView, { where: ChSql; value: ChSql }>> = {
  "scores-numeric": { where: ch`s.dataType = 'NUMERIC'`, value: ch`s.value` },
  "scores-boolean": { where: ch`s.dataType = 'BOOLEAN'`, value: ch`s.value` },
  "scores-categorical": { where: ch`s.dataType = 'CATEGORICAL'`, value: ch`s.stringValue` },
};

function observationsView(projectId: string, query: MetricsQuery, comments: CommentsByObservation): ViewCh {
  const scored = ch`LEFT JOIN (SELECT assumeNotNull(traceId) AS traceId, assumeNotNull(observationId) AS observationId,
      count() AS count FROM scores FINAL
      WHERE projectId = ${projectId} AND traceId IS NOT NULL AND observationId IS NOT NULL GROUP BY 1, 2) AS scored
    ON scored.traceId = o.traceId AND scored.observationId = o.id`;
  const isScored = query.metrics.some(({ measure }) => measure === "countScores");
  return {
    from: joinCh([ch`observations AS o FINAL`, ...(isScored ? [scored] : [])], " "),
    where: ch`o.projectId = ${projectId}`,
    time: ch`o.startTime`,
    dimensions: OBSERVATION_DIMENSIONS,
    measures: OBSERVATION_MEASURES,
    filterColumns: observationColumns(comments),
  };
}

/** Returns a view of the scores that meet the condition. `value` is the value of a score. */
function scoresView(
  projectId: string,
  query: MetricsQuery,
  view: ScoresView,
  { where, value }: (typeof SCORES)[ScoresView],
): ViewCh {
  const dimensions = { ...SCORE_DIMENSIONS, [SCORE_VALUES[view]]: value };
  return {
    from: scoresFrom(projectId, query),
    where: ch`s.projectId = ${projectId} AND ${where}`,
    time: ch`s.timestamp`,
    dimensions,
    measures: { count: ch`1`, value: ch`s.value` },
    filterColumns: {
      kinds: METRICS_VIEWS[view].filterColumns,
      sql: { ...dimensions, tags: ch`r.tags`, value, timestamp: ch`s.timestamp`, metadata: ch`s.metadata` },
    },
  };
}

/** Scores `s`, each with the observation `o` it is about, the first root `r` of its trace, and the experiment `e` it is about. */
function scoresFrom(projectId: string, { from, to }: MetricsQuery): ChSql {
  const traces = ch`(SELECT assumeNotNull(traceId) FROM scores FINAL WHERE projectId = ${projectId}
    AND timestamp >= ${from} AND timestamp < ${to} AND traceId IS NOT NULL)`;
  const days = ch`day IN (SELECT day FROM observation_traces WHERE projectId = ${projectId} AND traceId IN ${traces})`;
  const ofTraces = ch`projectId = ${projectId} AND ${days} AND traceId IN ${traces}`;
  return ch`scores AS s FINAL
    LEFT JOIN (SELECT traceId, id, name, model, promptName, promptVersion FROM observations FINAL WHERE ${ofTraces}) AS o
      ON o.traceId = s.traceId AND o.id = s.observationId
    LEFT JOIN (SELECT traceId, coalesce(traceName, name) AS shownName, tags, release, version, userId, sessionId
        FROM observations FINAL WHERE ${ofTraces} AND isRoot = 1 ORDER BY startTime, id LIMIT 1 BY traceId) AS r
      ON r.traceId = s.traceId
    LEFT JOIN (SELECT assumeNotNull(experimentId) AS experimentId, max(experimentName) AS name FROM observations FINAL
        WHERE projectId = ${projectId} AND experimentId IS NOT NULL GROUP BY experimentId) AS e
      ON e.experimentId = s.datasetRunId`;
}
