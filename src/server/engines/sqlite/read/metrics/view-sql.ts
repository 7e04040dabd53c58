import { type Sql, sql } from "../../../../storage/sql.ts";
import type { MetricsView } from "../../../../query/metrics-query.ts";
import type { Split } from "../../../../query/metrics-views.ts";
import { UTC, type ZoneOffset } from "../../../../query/zone-offsets.ts";
import { type ScoreParts, type ViewSql, observationsView, scoresView } from "../../../sql/metrics-views.ts";
import type { SearchedColumns } from "../filters/filter-conditions.ts";
import { OBSERVATION_SQL_COLUMNS } from "../filters/observation-columns.ts";
import { SQLITE } from "../sqlite-dialect.ts";

/** View with the rows that SQLite reads. */
export interface SqliteView extends ViewSql<SearchedColumns> {
  readonly from: Sql;
  /** Condition that every row of the view meets. */
  readonly where: Sql;
  readonly projectId: Sql;
}

/** Joins that make one row for every kind of cost or usage of an observation. */
export const SPLITS: Readonly<Record<Split, Sql>> = {
  cost: sql`JOIN json_each(o.costDetails) kinds`,
  usage: sql`JOIN json_each(o.usageDetails) kinds`,
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

const SCORE_PARTS: ScoreParts = {
  traceName: sql`coalesce(${ofTrace(sql`r.traceName`)}, ${ofTrace(sql`r.name`, sql`r.isRoot = 1`)})`,
  // A score without a trace has no tags.
  tags: sql`coalesce(${ofTrace(sql`r.tags`, sql`r.tags <> '[]'`)}, '[]')`,
  traceRelease: ofTrace(sql`r.release`),
  traceVersion: ofTrace(sql`r.version`),
  userId: ofTrace(sql`r.userId`),
  sessionIdOfTrace: ofTrace(sql`r.sessionId`),
  experimentName: sql`(SELECT max(e.experimentName) FROM observation_experiments e
    WHERE e.projectId = s.projectId AND e.experimentId = s.datasetRunId)`,
};

const OBSERVATION_PARTS = {
  kind: sql`kinds.key`,
  amount: sql`kinds.value`,
  countScores: sql`(SELECT count(*) FROM scores s
    WHERE s.projectId = o.projectId AND s.traceId = o.traceId AND s.observationId = o.id)`,
  filterColumns: OBSERVATION_SQL_COLUMNS,
};

/** Returns the SQL of a view. `offsets` are those of the zone of the query, whose days and months are dimensions. */
export function viewSqlOf(view: MetricsView, offsets: readonly ZoneOffset[] = UTC): SqliteView {
  if (view !== "observations")
    return { ...scoresView(SQLITE, view, SCORE_PARTS, offsets), from: SCORES, projectId: sql`s.projectId` };
  const observations = observationsView(SQLITE, OBSERVATION_PARTS, offsets);
  return { ...observations, from: sql`observations o`, where: sql`1`, projectId: sql`o.projectId` };
}
