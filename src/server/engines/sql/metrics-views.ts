import type { ObservationFilterColumn } from "../../query/observation-filter-columns.ts";
import {
  METRICS_VIEWS,
  SCORE_VALUES,
  type ObservationDimension,
  type ObservationMeasure,
  type ScoreDimension,
  type ScoresView,
} from "../../query/metrics-views.ts";
import type { ZoneOffset } from "../../query/zone-offsets.ts";
import { type Sql, sql } from "../../storage/sql.ts";
import type { Dialect } from "./dialect.ts";
import { elapsedSql } from "./elapsed.ts";
import type { SqlColumns } from "./filter-condition.ts";
import { OBSERVATION_FIELDS, TRACE_NAME } from "./observation-columns.ts";
import { SCORE_FIELDS } from "./score-columns.ts";
import { localSql } from "./time-bucket.ts";

/** View as an engine reads it. Each name of the view has SQL for the value of one row. */
export interface ViewSql<Columns extends SqlColumns = SqlColumns> {
  /** Time of a row, in milliseconds since 1970. */
  readonly time: Sql;
  readonly dimensions: Readonly<Record<string, Sql>>;
  readonly measures: Readonly<Record<string, Sql>>;
  readonly filterColumns: Columns;
}

/** Parts of the view of observations that each engine reads from tables of its own form. */
export interface ObservationParts<Columns extends SqlColumns<ObservationFilterColumn>> {
  /** Kind of cost or usage, in a row for each kind of an observation. */
  readonly kind: Sql;
  /** Amount of that kind. */
  readonly amount: Sql;
  /** Number of scores of an observation. */
  readonly countScores: Sql;
  readonly filterColumns: Columns;
}

/** Fields of the trace and the experiment of a score, which each engine finds in its own way. */
export type ScoreParts = Readonly<
  Record<"traceName" | "tags" | "traceRelease" | "traceVersion" | "userId" | "sessionIdOfTrace" | "experimentName", Sql>
>;

const LATENCY = elapsedSql(sql`o.startTime`, sql`o.endTime`);
const SECONDS = sql`nullif(${LATENCY} / 1000.0, 0)`;

/** Returns the view of the observations `o`. `offsets` are those of the zone of the query, whose months are a dimension. */
export function observationsView<Columns extends SqlColumns<ObservationFilterColumn>>(
  dialect: Dialect,
  { kind, amount, countScores, filterColumns }: ObservationParts<Columns>,
  offsets: readonly ZoneOffset[],
): ViewSql<Columns> {
  const dimensions: Record<ObservationDimension, Sql> = {
    ...OBSERVATION_FIELDS,
    tags: dialect.listJson(sql`o.tags`),
    traceName: TRACE_NAME,
    traceRelease: sql`o.release`,
    traceVersion: sql`o.version`,
    providedModelName: sql`o.model`,
    isRootObservation: sql`o.isRoot`,
    startTimeMonth: dialect.monthOf(localSql(sql`o.startTime`, offsets)),
    toolNames: dialect.listJson(sql`o.toolDefinitions`),
    calledToolNames: dialect.listJson(sql`o.toolCalls`),
    costType: kind,
    usageType: kind,
    experimentName: dialect.experimentField(sql`experimentName`),
    experimentDatasetId: dialect.experimentField(sql`experimentDatasetId`),
    experimentId: dialect.experimentField(sql`experimentId`),
  };
  const measures: Record<ObservationMeasure, Sql> = {
    ...OBSERVATION_FIELDS,
    count: sql`1`,
    uniqueUserIds: sql`nullif(o.userId, '')`,
    uniqueSessionIds: sql`nullif(o.sessionId, '')`,
    latency: LATENCY,
    streamingLatency: elapsedSql(sql`o.completionStartTime`, sql`o.endTime`),
    timeToFirstToken: elapsedSql(sql`o.startTime`, sql`o.completionStartTime`),
    outputTokensPerSecond: sql`(o.outputTokens / ${SECONDS})`,
    tokensPerSecond: sql`(o.totalTokens / ${SECONDS})`,
    countScores,
    toolDefinitions: dialect.length(sql`o.toolDefinitions`),
    toolCalls: dialect.length(sql`o.toolCalls`),
    costByType: amount,
    usageByType: amount,
  };
  return { time: sql`o.startTime`, dimensions, measures, filterColumns };
}

/** Scores of each view: their type, and the SQL of their value. */
const SCORES_OF: Readonly<Record<ScoresView, { where: Sql; value: Sql }>> = {
  "scores-numeric": { where: sql`s.dataType = 'NUMERIC'`, value: sql`s.value` },
  "scores-boolean": { where: sql`s.dataType = 'BOOLEAN'`, value: sql`s.value` },
  "scores-categorical": { where: sql`s.dataType = 'CATEGORICAL'`, value: sql`s.stringValue` },
};

/**
 * Returns a view of the scores `s`, each with the observation `o` it is about, and the condition that they meet. `offsets` are those of
 * the zone of the query, whose days and months are dimensions.
 */
export function scoresView(
  dialect: Dialect,
  view: ScoresView,
  { sessionIdOfTrace, tags, ...parts }: ScoreParts,
  offsets: readonly ZoneOffset[],
): ViewSql & { readonly where: Sql } {
  const { where, value } = SCORES_OF[view];
  const local = localSql(sql`s.timestamp`, offsets);
  const shared: Record<ScoreDimension, Sql> = {
    ...SCORE_FIELDS,
    ...parts,
    timestampMonth: dialect.monthOf(local),
    timestampDay: dialect.dayOf(local),
    tags: dialect.listJson(tags),
    observationName: sql`o.name`,
    observationModelName: sql`o.model`,
    observationPromptName: sql`o.promptName`,
    observationPromptVersion: sql`o.promptVersion`,
    sessionId: sql`coalesce(s.sessionId, ${sessionIdOfTrace})`,
    experimentId: sql`s.datasetRunId`,
    // Evaluators do not run on this service, so no score comes from one.
    evaluatorId: dialect.noText,
  };
  const dimensions = { ...shared, [SCORE_VALUES[view]]: value };
  return {
    where,
    time: sql`s.timestamp`,
    dimensions,
    measures: { count: sql`1`, value: SCORE_FIELDS.value },
    filterColumns: {
      kinds: METRICS_VIEWS[view].filterColumns,
      sql: { ...dimensions, tags, value },
    },
  };
}
