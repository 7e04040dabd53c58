import { OBSERVATION_FILTER_COLUMNS, type ObservationFilterColumn } from "../../query/observation-filter-columns.ts";
import { type Sql, sql } from "../../storage/sql.ts";
import type { Dialect } from "./dialect.ts";
import { elapsedSql } from "./elapsed.ts";
import type { SqlColumns } from "./filter-condition.ts";

const SECONDS = sql`(${elapsedSql(sql`o.startTime`, sql`o.endTime`)} / 1000.0)`;

/** SQL for the name of the trace: the stored trace name, else the name of the root. */
export const TRACE_NAME: Sql = sql`coalesce(o.traceName, CASE WHEN o.isRoot = 1 THEN o.name END)`;

/** Columns that each engine reads from tables of its own form. */
export type OwnColumn =
  | "input"
  | "output"
  | "content"
  | "isExperimentJudging"
  | "isExperimentItemRootSpan"
  | "commentCount"
  | "commentContent";

/** Columns by which observations can be filtered, which are SQL over the row `o` of `observations`. */
export function observationColumns(
  dialect: Dialect,
  own: Readonly<Record<OwnColumn, Sql>>,
): SqlColumns<ObservationFilterColumn> {
  return {
    kinds: OBSERVATION_FILTER_COLUMNS,
    required: new Set(["id", "type", "name", "traceId", "environment", "traceEnvironment", "level", "ingestionSource"]),
    sql: {
      ...own,
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
      hasInput: sql`o.hasInput`,
      hasOutput: sql`o.hasOutput`,
      metadata: sql`o.metadata`,
      experimentDatasetId: dialect.experimentField(sql`experimentDatasetId`),
      experimentId: dialect.experimentField(sql`experimentId`),
      experimentName: dialect.experimentField(sql`experimentName`),
      toolDefinitions: dialect.length(sql`o.toolDefinitions`),
      toolCalls: dialect.length(sql`o.toolCalls`),
      toolNames: sql`o.toolDefinitions`,
      calledToolNames: sql`o.toolCalls`,
      ingestionApiKey: sql`o.publicKey`,
      ingestionSdkName: sql`o.sdkName`,
      ingestionSdkVersion: sql`o.sdkVersion`,
      ingestionSource: sql`'otel'`,
      // Evaluators do not run on this service, so no observation comes from one.
      evaluatorId: dialect.noText,
      ruleId: dialect.noText,
      scores: "observation",
      scores_avg: "observation",
      score_categories: "observation",
      score_booleans: "observation",
      trace_scores_avg: "trace",
      trace_score_categories: "trace",
      trace_score_booleans: "trace",
    },
  };
}
