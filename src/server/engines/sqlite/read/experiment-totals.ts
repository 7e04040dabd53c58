import type { RecordReader } from "../database/record-reader.ts";
import { elapsedSql } from "../../sql/elapsed.ts";
import { type Sql, listSql, sql } from "../../../storage/sql.ts";
import type { ExperimentTotals, ScoreAverage } from "../../../query/experiment-query.ts";
import { IS_ITEM, IS_OF_ITEM } from "./experiment-conditions.ts";
import { MAY_GO_ON, mayGoOnAt } from "./filters/condition.ts";
import { SQLITE } from "./sqlite-dialect.ts";

type Totals = Omit<ExperimentTotals, "scores">;

type AverageRow = ScoreAverage & Pick<ExperimentTotals, "experimentId">;

/** Reads the totals of experiments over their items. Leaves out experiments that are not stored. */
export function readExperimentTotals(
  records: RecordReader,
  projectId: string,
  experimentIds: readonly string[],
): ExperimentTotals[] {
  const isAsked = sql`e.projectId = ${projectId} AND e.experimentId IN ${listSql(experimentIds)}`;
  const averages = Map.groupBy(records.all(averagesSql(isAsked)), ({ experimentId }) => experimentId);
  const totals: ExperimentTotals[] = [];
  for (const row of records.all(totalsSql(isAsked))) {
    totals.push({ ...row, scores: averages.get(row.experimentId) ?? [] });
  }
  return totals;
}

/** Times and failures are those of the items; costs and tokens those of all observations, the judging apart. */
function totalsSql(isAsked: Sql): Sql<Totals> {
  const latency = sql`CASE WHEN ${IS_ITEM} THEN ${elapsedSql(sql`e.startTime`, sql`e.endTime`)} END`;
  return sql`SELECT e.experimentId AS experimentId,
      count(DISTINCT CASE WHEN ${IS_ITEM} THEN e.experimentItemId END) AS items, total(${IS_ITEM} AND o.level = 'ERROR') AS failed,
      ${SQLITE.percentile(latency, sql`0.5`)} AS medianLatency, ${SQLITE.percentile(latency, sql`0.95`)} AS highLatency,
      ${totalSql(IS_OF_ITEM, sql`o.totalCost`)} AS cost, ${totalSql(IS_OF_ITEM, sql`o.totalTokens`)} AS tokens,
      ${totalSql(sql`NOT ${IS_OF_ITEM}`, sql`o.totalCost`)} AS judgingCost,
      ${totalSql(sql`NOT ${IS_OF_ITEM}`, sql`o.totalTokens`)} AS judgingTokens
    FROM observation_experiments e JOIN observations o ON o.seq = e.seq WHERE ${isAsked} AND ${MAY_GO_ON} GROUP BY e.experimentId`;
}

function totalSql(isCounted: Sql, value: Sql): Sql {
  return SQLITE.total(sql`CASE WHEN ${isCounted} THEN ${value} END`);
}

function averagesSql(isAsked: Sql): Sql<AverageRow> {
  return sql`SELECT experimentId, name, dataType, avg(mean) AS mean, count(*) AS count FROM (
    SELECT e.experimentId AS experimentId, s.name AS name, s.dataType AS dataType, avg(s.value) AS mean
    FROM observation_experiments e JOIN scores s ON s.projectId = e.projectId AND s.traceId = e.traceId
      AND (s.observationId IS NULL OR s.observationId = e.spanId)
    WHERE ${isAsked} AND ${mayGoOnAt(sql`e.seq, s.seq`)} AND ${IS_ITEM}
    GROUP BY e.experimentId, e.experimentItemId, s.name, s.dataType)
    GROUP BY experimentId, name, dataType ORDER BY name, dataType`;
}
