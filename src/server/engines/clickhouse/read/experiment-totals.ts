import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { elapsedSql } from "../../sql/elapsed.ts";
import { type Sql, arraySql, sql } from "../../../storage/sql.ts";
import type { ExperimentTotals, ScoreAverage } from "../../../query/experiment-query.ts";
import { IS_ITEM, IS_OF_ITEM } from "./experiments.ts";
import { CLICKHOUSE } from "./clickhouse-dialect.ts";

type Totals = Omit<ExperimentTotals, "scores">;

type AverageRow = ScoreAverage & Pick<ExperimentTotals, "experimentId">;

/** Reads the totals of experiments over their items. Leaves out experiments that are not stored. */
export async function readExperimentTotals(
  database: ClickHouseDatabase,
  projectId: string,
  experimentIds: readonly string[],
): Promise<ExperimentTotals[]> {
  if (experimentIds.length === 0) return [];
  const isAsked = sql`e.projectId = ${projectId} AND e.experimentId IN ${arraySql(experimentIds)}`;
  const [rows, found] = await Promise.all([
    database.all(totalsSql(isAsked)),
    database.all(averagesSql(projectId, isAsked)),
  ]);
  const averages = Map.groupBy(found, ({ experimentId }) => experimentId);
  return rows.map((row) => Object.assign(row, { scores: averages.get(row.experimentId) ?? [] }));
}

/** Times and failures are those of the items; costs and tokens those of all observations, the judging apart. */
function totalsSql(isAsked: Sql): Sql<Totals> {
  const latency = sql`if(${IS_ITEM}, toFloat64(${elapsedSql(sql`e.startTime`, sql`e.endTime`)}), NULL)`;
  return sql`SELECT assumeNotNull(e.experimentId) AS experimentId,
      uniqExactIf(e.experimentItemId, ${IS_ITEM}) AS items, countIf(${IS_ITEM} AND e.level = 'ERROR') AS failed,
      ${CLICKHOUSE.percentile(latency, sql`0.5`)} AS medianLatency, ${CLICKHOUSE.percentile(latency, sql`0.95`)} AS highLatency,
      ${totalSql(IS_OF_ITEM, sql`e.totalCost`)} AS cost, ${totalSql(IS_OF_ITEM, sql`e.totalTokens`)} AS tokens,
      ${totalSql(sql`NOT ${IS_OF_ITEM}`, sql`e.totalCost`)} AS judgingCost,
      ${totalSql(sql`NOT ${IS_OF_ITEM}`, sql`e.totalTokens`)} AS judgingTokens
    FROM observations AS e FINAL WHERE ${isAsked} GROUP BY e.experimentId ORDER BY experimentId`;
}

function totalSql(isCounted: Sql, value: Sql): Sql {
  return CLICKHOUSE.total(sql`if(${isCounted}, ${value}, NULL)`);
}

function averagesSql(projectId: string, isAsked: Sql): Sql<AverageRow> {
  return sql`SELECT experimentId, name, dataType, sumKahan(mean) / nullIf(count(mean), 0) AS mean, count() AS count FROM (
    SELECT assumeNotNull(e.experimentId) AS experimentId, s.name AS name, s.dataType AS dataType,
      sumKahan(s.value) / nullIf(count(s.value), 0) AS mean
    FROM (SELECT traceId, id, experimentId, experimentItemId FROM observations AS e FINAL WHERE ${isAsked} AND ${IS_ITEM}) AS e
      INNER JOIN (SELECT assumeNotNull(traceId) AS traceId, observationId, name, dataType, value FROM scores FINAL
        WHERE projectId = ${projectId} AND traceId IS NOT NULL) AS s ON s.traceId = e.traceId
    WHERE s.observationId IS NULL OR s.observationId = e.id
    GROUP BY e.experimentId, e.experimentItemId, s.name, s.dataType)
    GROUP BY experimentId, name, dataType ORDER BY name, dataType`;
}
