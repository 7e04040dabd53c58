import { OBSERVATION_COLUMNS, type ObservationColumn } from "../../observations/observation-columns.ts";
import { OBSERVATION_FILTER_COLUMNS, type ObservationFilterColumn } from "../../query/observation-filter-columns.ts";
import { type Sql, sql } from "../../storage/sql.ts";
import type { Dialect } from "./dialect.ts";
import { elapsedSql } from "./elapsed.ts";
import type { SqlColumns } from "./filter-condition.ts";
import { tableColumns } from "./table-columns.ts";

/** Stored fields of the row `o` of `observations`. */
export const OBSERVATION_FIELDS: Readonly<Record<ObservationColumn, Sql>> = tableColumns("o", OBSERVATION_COLUMNS);

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
      ...OBSERVATION_FIELDS,
      ...own,
      traceEnvironment: sql`o.environment`,
      traceRelease: sql`o.release`,
      traceVersion: sql`o.version`,
      isRootObservation: sql`o.isRoot`,
      hasParentObservation: sql`(o.parentObservationId IS NOT NULL)`,
      traceName: TRACE_NAME,
      traceTags: sql`o.tags`,
      latency: SECONDS,
      timeToFirstToken: sql`(${elapsedSql(sql`o.startTime`, sql`o.completionStartTime`)} / 1000.0)`,
      tokensPerSecond: sql`(o.totalTokens / nullif(${SECONDS}, 0))`,
      tokens: sql`o.totalTokens`,
      providedModelName: sql`o.model`,
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
