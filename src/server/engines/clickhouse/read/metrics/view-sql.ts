import { type Sql, joinSql, sql } from "../../../../storage/sql.ts";
import type { MetricsQuery } from "../../../../query/metrics-query.ts";
import type { Split } from "../../../../query/metrics-views.ts";
import { UTC, type ZoneOffset } from "../../../../query/zone-offsets.ts";
import { type ScoreParts, type ViewSql, observationsView, scoresView } from "../../../sql/metrics-views.ts";
import { CLICKHOUSE } from "../clickhouse-dialect.ts";
import { type CommentsByObservation, commentedColumns } from "../filters/observation-columns.ts";

/** View with the rows that ClickHouse reads. */
export interface ClickHouseView extends ViewSql {
  readonly from: Sql;
  /** Condition that every row of the view meets. */
  readonly where: Sql;
}

/** Joins that make one row for every kind of cost or usage of an observation. */
export const SPLITS: Readonly<Record<Split, Sql>> = {
  cost: sql`ARRAY JOIN mapKeys(o.costDetails) AS kindOfSplit, mapValues(o.costDetails) AS amountOfSplit`,
  usage: sql`ARRAY JOIN mapKeys(o.usageDetails) AS kindOfSplit, mapValues(o.usageDetails) AS amountOfSplit`,
};

const SCORE_PARTS: ScoreParts = {
  traceName: sql`r.shownName`,
  tags: sql`r.shownTags`,
  traceRelease: sql`r.shownRelease`,
  traceVersion: sql`r.shownVersion`,
  userId: sql`r.shownUserId`,
  sessionIdOfTrace: sql`r.shownSessionId`,
  experimentName: sql`e.name`,
};

/** Returns a view as the engine reads it for one query. `offsets` are those of its zone, whose days and months are dimensions. */
export function viewOf(
  projectId: string,
  query: MetricsQuery,
  comments: CommentsByObservation,
  offsets: readonly ZoneOffset[] = UTC,
): ClickHouseView {
  if (query.view !== "observations") {
    const view = scoresView(CLICKHOUSE, query.view, SCORE_PARTS, offsets);
    return {
      ...view,
      from: scoresFrom(projectId, query),
      where: sql`s.projectId = ${projectId} AND ${view.where}`,
    };
  }
  const scored = sql`LEFT JOIN (SELECT assumeNotNull(traceId) AS traceId, assumeNotNull(observationId) AS observationId,
      count() AS count FROM scores FINAL
      WHERE projectId = ${projectId} AND traceId IS NOT NULL AND observationId IS NOT NULL GROUP BY 1, 2) AS scored
    ON scored.traceId = o.traceId AND scored.observationId = o.id`;
  const isScored = query.metrics.some(({ measure }) => measure === "countScores");
  const parts = {
    kind: sql`kindOfSplit`,
    amount: sql`amountOfSplit`,
    countScores: sql`ifNull(scored.count, 0)`,
    filterColumns: commentedColumns(comments),
  };
  return {
    ...observationsView(CLICKHOUSE, parts, offsets),
    from: joinSql([sql`observations AS o FINAL`, ...(isScored ? [scored] : [])], " "),
    where: sql`o.projectId = ${projectId} AND ${daysBetween(query)}`,
  };
}

function daysBetween({ from, to }: MetricsQuery): Sql {
  return sql`o.day >= intDiv(${from}, 86400000) - 1 AND o.day <= intDiv(${to}, 86400000)`;
}

/**
 * Returns SQL for a field of a trace: that of its first observation that has one, with the root before all others. A root that a web
 * framework made names nobody. `condition`: what a value of the field is.
 */
const ofTrace = (field: Sql, condition: Sql = sql`ifNull(${field}, '') <> ''`): Sql =>
  sql`argMinIf(${field}, (1 - isRoot, startTime, id), ${condition})`;

/** Scores `s`, each with the observation `o` it is about, the fields `r` of its trace, and the experiment `e` it is about. */
function scoresFrom(projectId: string, { from, to }: MetricsQuery): Sql {
  const traces = sql`(SELECT assumeNotNull(traceId) FROM scores FINAL WHERE projectId = ${projectId}
    AND timestamp >= ${from} AND timestamp < ${to} AND traceId IS NOT NULL)`;
  const days = sql`day IN (SELECT day FROM observation_traces WHERE projectId = ${projectId} AND traceId IN ${traces})`;
  const ofTraces = sql`projectId = ${projectId} AND ${days} AND traceId IN ${traces}`;
  return sql`scores AS s FINAL
    LEFT JOIN (SELECT traceId, id, name, model, promptName, promptVersion FROM observations FINAL WHERE ${ofTraces}) AS o
      ON o.traceId = s.traceId AND o.id = s.observationId
    LEFT JOIN (SELECT traceId, coalesce(${ofTrace(sql`traceName`)}, ${ofTrace(sql`toNullable(name)`, sql`isRoot = 1`)}) AS shownName,
          ${ofTrace(sql`tags`, sql`notEmpty(tags)`)} AS shownTags, ${ofTrace(sql`release`)} AS shownRelease,
          ${ofTrace(sql`version`)} AS shownVersion, ${ofTrace(sql`userId`)} AS shownUserId, ${ofTrace(sql`sessionId`)} AS shownSessionId
        FROM observations FINAL WHERE ${ofTraces} GROUP BY traceId) AS r
      ON r.traceId = s.traceId
    LEFT JOIN (SELECT assumeNotNull(experimentId) AS experimentId, max(experimentName) AS name FROM observations FINAL
        WHERE projectId = ${projectId} AND experimentId IS NOT NULL GROUP BY experimentId) AS e
      ON e.experimentId = s.datasetRunId`;
}
