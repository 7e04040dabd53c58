import { type Sql, sql } from "../../../../storage/sql.ts";
import {
  OBSERVATION_FILTER_COLUMNS,
  type ObservationFilterColumn,
} from "../../../../query/observation-filter-columns.ts";
import { elapsedSql } from "../elapsed-sql.ts";
import { IS_OF_ITEM } from "../experiment-conditions.ts";
import type { SqlColumns } from "./filter-conditions.ts";

const SECONDS = sql`(${elapsedSql(sql`o.startTime`, sql`o.endTime`)} / 1000.0)`;
const OF_OBSERVATION = sql`s.projectId = o.projectId AND s.traceId = o.traceId AND s.observationId = o.id`;
const OF_TRACE = sql`s.projectId = o.projectId AND s.traceId = o.traceId AND s.observationId IS NULL`;
const COMMENTS = sql`FROM comments WHERE projectId = o.projectId AND objectType = 'OBSERVATION' AND objectId = o.id`;

/** SQL for the name of the trace: the stored trace name, else the name of the root. */
export const TRACE_NAME: Sql = sql`coalesce(o.traceName, CASE o.isRoot WHEN 1 THEN o.name END)`;

/** Returns SQL for a field of the experiment of an observation. */
export const experimentField = (column: Sql): Sql =>
  sql`(SELECT ${column} FROM observation_experiments e WHERE e.seq = o.seq)`;

/** SQL over the row `o` of `observations`. */
const COLUMNS: Readonly<Record<ObservationFilterColumn, Sql>> = {
  id: sql`o.id`,
  type: sql`o.type`,
  name: sql`o.name`,
  traceId: sql`o.traceId`,
  startTime: sql`o.startTime`,
  endTime: sql`o.endTime`,
  environment: sql`o.environment`,
  traceEnvironment: sql`o.environment`,
  level: sql`o.level`,
  statusMessage: sql`o.statusMessage`,
  version: sql`o.version`,
  release: sql`o.release`,
  traceRelease: sql`o.release`,
  traceVersion: sql`o.version`,
  userId: sql`o.userId`,
  sessionId: sql`o.sessionId`,
  isRootObservation: sql`o.isRoot`,
  hasParentObservation: sql`(o.parentObservationId IS NOT NULL)`,
  parentObservationId: sql`o.parentObservationId`,
  traceName: TRACE_NAME,
  traceTags: sql`o.tags`,
  tags: sql`o.tags`,
  latency: SECONDS,
  timeToFirstToken: sql`(${elapsedSql(sql`o.startTime`, sql`o.completionStartTime`)} / 1000.0)`,
  tokensPerSecond: sql`(o.totalTokens / nullif(${SECONDS}, 0))`,
  inputTokens: sql`o.inputTokens`,
  outputTokens: sql`o.outputTokens`,
  totalTokens: sql`o.totalTokens`,
  tokens: sql`o.totalTokens`,
  inputCost: sql`o.inputCost`,
  outputCost: sql`o.outputCost`,
  totalCost: sql`o.totalCost`,
  model: sql`o.model`,
  providedModelName: sql`o.model`,
  modelId: sql`o.modelId`,
  promptName: sql`o.promptName`,
  promptVersion: sql`o.promptVersion`,
  input: sql`(SELECT input FROM observation_content c WHERE c.seq = o.seq)`,
  output: sql`(SELECT output FROM observation_content c WHERE c.seq = o.seq)`,
  content: sql`(SELECT coalesce(input, '') || char(10) || coalesce(output, '') FROM observation_content c WHERE c.seq = o.seq)`,
  hasInput: sql`o.hasInput`,
  hasOutput: sql`o.hasOutput`,
  metadata: sql`o.metadata`,
  experimentDatasetId: experimentField(sql`experimentDatasetId`),
  experimentId: experimentField(sql`experimentId`),
  experimentName: experimentField(sql`experimentName`),
  isExperimentJudging: sql`EXISTS (
    SELECT 1 FROM observation_experiments e WHERE e.seq = o.seq AND NOT ${IS_OF_ITEM})`,
  isExperimentItemRootSpan: sql`EXISTS (
    SELECT 1 FROM observation_experiments e WHERE e.seq = o.seq AND e.experimentItemRootId = e.spanId)`,
  toolDefinitions: sql`json_array_length(o.toolDefinitions)`,
  toolCalls: sql`json_array_length(o.toolCalls)`,
  toolNames: sql`o.toolDefinitions`,
  calledToolNames: sql`o.toolCalls`,
  ingestionApiKey: sql`o.publicKey`,
  ingestionSdkName: sql`o.sdkName`,
  ingestionSdkVersion: sql`o.sdkVersion`,
  ingestionSource: sql`'otel'`,
  // Evaluators do not run on this service, so no observation comes from one.
  evaluatorId: sql`NULL`,
  ruleId: sql`NULL`,
  scores: OF_OBSERVATION,
  scores_avg: OF_OBSERVATION,
  score_categories: OF_OBSERVATION,
  score_booleans: OF_OBSERVATION,
  trace_scores_avg: OF_TRACE,
  trace_score_categories: OF_TRACE,
  trace_score_booleans: OF_TRACE,
  commentCount: sql`(SELECT count(*) ${COMMENTS})`,
  commentContent: sql`(SELECT group_concat(content, char(10)) ${COMMENTS})`,
};

/** Columns by which observations can be filtered, as SQLite reads them. */
export const OBSERVATION_SQL_COLUMNS: SqlColumns<ObservationFilterColumn> = {
  kinds: OBSERVATION_FILTER_COLUMNS,
  sql: COLUMNS,
  required: new Set(["id", "type", "name", "traceId", "environment", "traceEnvironment", "level", "ingestionSource"]),
  selective: new Set(["traceId", "sessionId"]),
  indexed: new Set(["metadata", "tags", "traceTags"]),
};
