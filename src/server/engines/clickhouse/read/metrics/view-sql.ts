import { type ChSql, ch, joinCh } from "../../database/clickhouse-sql.ts";
import type { MetricsQuery } from "../../../../query/metrics-query.ts";
import {
  METRICS_VIEWS,
  SCORE_VALUES,
  type ObservationDimension,
  type ObservationMeasure,
  type ScoreDimension,
  type ScoresView,
  type Split,
} from "../../../../query/metrics-views.ts";
import { elapsedCh } from "../elapsed-ch.ts";
import type { ChColumns } from "../filters/filter-conditions.ts";
import { type CommentsByObservation, TRACE_NAME, observationColumns } from "../filters/observation-columns.ts";
import { UTC, type ZoneOffset } from "../../../../query/zone-offsets.ts";
import { dateTimeCh, localCh } from "./time-bucket.ts";

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

/** Returns SQL for the month of a local time, such as `2026-11`, and for its day. */
const monthOf = (local: ChSql): ChSql => ch`formatDateTime(${dateTimeCh(local)}, '%Y-%m')`;
const dayOf = (local: ChSql): ChSql => ch`formatDateTime(${dateTimeCh(local)}, '%Y-%m-%d')`;

const LATENCY = elapsedCh(ch`o.startTime`, ch`o.endTime`);
const SECONDS = ch`nullIf(${LATENCY} / 1000, 0)`;

const OBSERVATION_DIMENSIONS: Readonly<Record<Exclude<ObservationDimension, "startTimeMonth">, ChSql>> = {
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
  latency: LATENCY,
  streamingLatency: elapsedCh(ch`o.completionStartTime`, ch`o.endTime`),
  timeToFirstToken: elapsedCh(ch`o.startTime`, ch`o.completionStartTime`),
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

/** Dimensions of scores, but for those of the calendar. */
const SCORE_DIMENSIONS: Readonly<Record<Exclude<ScoreDimension, "timestampMonth" | "timestampDay">, ChSql>> = {
  environment: ch`s.environment`,
  name: ch`s.name`,
  source: ch`s.source`,
  dataType: ch`s.dataType`,
  configId: ch`s.configId`,
  authorUserId: ch`s.authorUserId`,
  traceName: ch`r.shownName`,
  tags: ch`toJSONString(r.shownTags)`,
  traceRelease: ch`r.shownRelease`,
  traceVersion: ch`r.shownVersion`,
  observationName: ch`o.name`,
  observationModelName: ch`o.model`,
  observationPromptName: ch`o.promptName`,
  observationPromptVersion: ch`o.promptVersion`,
  id: ch`s.id`,
  traceId: ch`s.traceId`,
  observationId: ch`s.observationId`,
  userId: ch`r.shownUserId`,
  sessionId: ch`coalesce(s.sessionId, r.shownSessionId)`,
  datasetRunId: ch`s.datasetRunId`,
  experimentName: ch`e.name`,
  experimentId: ch`s.datasetRunId`,
  // Evaluators do not run on this service, so no score comes from one.
  evaluatorId: ch`CAST(NULL AS Nullable(String))`,
};

/** Returns a view as the engine reads it for one query. `offsets` are those of its zone, whose days and months are dimensions. */
export function viewCh(
  projectId: string,
  query: MetricsQuery,
  comments: CommentsByObservation,
  offsets: Offsets = UTC,
): ViewCh {
  const { view } = query;
  if (view === "observations") return observationsView(projectId, query, comments, offsets);
  return scoresView(projectId, query, view, offsets);
}

type Offsets = readonly ZoneOffset[];

/** Scores of each view: their type, and the SQL of their value. */
const SCORES: Readonly<Record<ScoresView, { where: ChSql; value: ChSql }>> = {
  "scores-numeric": { where: ch`s.dataType = 'NUMERIC'`, value: ch`s.value` },
  "scores-boolean": { where: ch`s.dataType = 'BOOLEAN'`, value: ch`s.value` },
  "scores-categorical": { where: ch`s.dataType = 'CATEGORICAL'`, value: ch`s.stringValue` },
};

function observationsView(
  projectId: string,
  query: MetricsQuery,
  comments: CommentsByObservation,
  offsets: Offsets,
): ViewCh {
  const scored = ch`LEFT JOIN (SELECT assumeNotNull(traceId) AS traceId, assumeNotNull(observationId) AS observationId,
      count() AS count FROM scores FINAL
      WHERE projectId = ${projectId} AND traceId IS NOT NULL AND observationId IS NOT NULL GROUP BY 1, 2) AS scored
    ON scored.traceId = o.traceId AND scored.observationId = o.id`;
  const isScored = query.metrics.some(({ measure }) => measure === "countScores");
  return {
    from: joinCh([ch`observations AS o FINAL`, ...(isScored ? [scored] : [])], " "),
    where: ch`o.projectId = ${projectId}`,
    time: ch`o.startTime`,
    dimensions: { ...OBSERVATION_DIMENSIONS, startTimeMonth: monthOf(localCh(ch`o.startTime`, offsets)) },
    measures: OBSERVATION_MEASURES,
    filterColumns: observationColumns(comments),
  };
}

function scoresView(projectId: string, query: MetricsQuery, view: ScoresView, offsets: Offsets): ViewCh {
  const { where, value } = SCORES[view];
  const local = localCh(ch`s.timestamp`, offsets);
  const dimensions = {
    ...SCORE_DIMENSIONS,
    timestampMonth: monthOf(local),
    timestampDay: dayOf(local),
    [SCORE_VALUES[view]]: value,
  };
  return {
    from: scoresFrom(projectId, query),
    where: ch`s.projectId = ${projectId} AND ${where}`,
    time: ch`s.timestamp`,
    dimensions,
    measures: { count: ch`1`, value: ch`s.value` },
    filterColumns: {
      kinds: METRICS_VIEWS[view].filterColumns,
      sql: { ...dimensions, tags: ch`r.shownTags`, value, timestamp: ch`s.timestamp`, metadata: ch`s.metadata` },
    },
  };
}

/**
 * Returns SQL for a field of a trace: that of its first observation that has one, with the root before all others. A root that a web
 * framework made names nobody. `condition`: what a value of the field is.
 */
const ofTrace = (field: ChSql, condition: ChSql = ch`ifNull(${field}, '') <> ''`): ChSql =>
  ch`argMinIf(${field}, (1 - isRoot, startTime, id), ${condition})`;

/** Scores `s`, each with the observation `o` it is about, the fields `r` of its trace, and the experiment `e` it is about. */
function scoresFrom(projectId: string, { from, to }: MetricsQuery): ChSql {
  const traces = ch`(SELECT assumeNotNull(traceId) FROM scores FINAL WHERE projectId = ${projectId}
    AND timestamp >= ${from} AND timestamp < ${to} AND traceId IS NOT NULL)`;
  const days = ch`day IN (SELECT day FROM observation_traces WHERE projectId = ${projectId} AND traceId IN ${traces})`;
  const ofTraces = ch`projectId = ${projectId} AND ${days} AND traceId IN ${traces}`;
  return ch`scores AS s FINAL
    LEFT JOIN (SELECT traceId, id, name, model, promptName, promptVersion FROM observations FINAL WHERE ${ofTraces}) AS o
      ON o.traceId = s.traceId AND o.id = s.observationId
    LEFT JOIN (SELECT traceId, coalesce(${ofTrace(ch`traceName`)}, ${ofTrace(ch`toNullable(name)`, ch`isRoot = 1`)}) AS shownName,
          ${ofTrace(ch`tags`, ch`notEmpty(tags)`)} AS shownTags, ${ofTrace(ch`release`)} AS shownRelease,
          ${ofTrace(ch`version`)} AS shownVersion, ${ofTrace(ch`userId`)} AS shownUserId, ${ofTrace(ch`sessionId`)} AS shownSessionId
        FROM observations FINAL WHERE ${ofTraces} GROUP BY traceId) AS r
      ON r.traceId = s.traceId
    LEFT JOIN (SELECT assumeNotNull(experimentId) AS experimentId, max(experimentName) AS name FROM observations FINAL
        WHERE projectId = ${projectId} AND experimentId IS NOT NULL GROUP BY experimentId) AS e
      ON e.experimentId = s.datasetRunId`;
}
