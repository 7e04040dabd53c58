import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { elapsedCh } from "./elapsed-ch.ts";
import { type ChSql, ch } from "../database/clickhouse-sql.ts";
import type { ExperimentTotals, ScoreAverage } from "../../../query/experiment-query.ts";
import { IS_ITEM, IS_OF_ITEM } from "./experiments.ts";
import { percentileCh } from "./metrics/aggregates.ts";

type Totals = Omit<ExperimentTotals, "scores">;

type AverageRow = ScoreAverage & Pick<ExperimentTotals, "experimentId">;

/** Reads the totals of experiments over their items. Leaves out experiments that are not stored. */
export async function readExperimentTotals(
  database: ClickHouseDatabase,
  projectId: string,
  experimentIds: readonly string[],
): Promise<ExperimentTotals[]> {
  if (experimentIds.length === 0) return [];
  const isAsked = ch`e.projectId = ${projectId} AND e.experimentId IN ${experimentIds}`;
  const [rows, found] = await Promise.all([
    database.all(totalsSql(isAsked)),
    database.all(averagesSql(projectId, isAsked)),
  ]);
  const averages = Map.groupBy(found, ({ experimentId }) => experimentId);
  return rows.map((row) => Object.assign(row, { scores: averages.get(row.experimentId) ?? [] }));
}

/** Times and failures are those of the items; costs and tokens those of all observations, the judging apart. */
function totalsSql(isAsked: ChSql): ChSql<Totals> {
  const latency = ch`if(${IS_ITEM}, toFloat64(${elapsedCh(ch`e.startTime`, ch`e.endTime`)}), NULL)`;
  return ch`SELECT assumeNotNull(e.experimentId) AS experimentId,
      uniqExactIf(e.experimentItemId, ${IS_ITEM}) AS items, countIf(${IS_ITEM} AND e.level = 'ERROR') AS failed,
      ${percentileCh(latency, 0.5)} AS medianLatency, ${percentileCh(latency, 0.95)} AS highLatency,
      ${totalCh(IS_OF_ITEM, ch`e.totalCost`)} AS cost, ${totalCh(IS_OF_ITEM, ch`e.totalTokens`)} AS tokens,
      ${totalCh(ch`NOT ${IS_OF_ITEM}`, ch`e.totalCost`)} AS judgingCost,
      ${totalCh(ch`NOT ${IS_OF_ITEM}`, ch`e.totalTokens`)} AS judgingTokens
    FROM observations AS e FINAL WHERE ${isAsked} GROUP BY e.experimentId ORDER BY experimentId`;
}

function totalCh(isCounted: ChSql, value: ChSql): ChSql {
  return ch`ifNull(sumKahan(if(${isCounted}, ${value}, NULL)), 0)`;
}

function averagesSql(projectId: string, isAsked: ChSql): ChSql<AverageRow> {
  return ch`SELECT experimentId, name, dataType, sumKahan(mean) / nullIf(count(mean), 0) AS mean, count() AS count FROM (
    SELECT assumeNotNull(e.experimentId) AS experimentId, s.name AS name, s.dataType AS dataType,
      sumKahan(s.value) / nullIf(count(s.value), 0) AS mean
    FROM (SELECT traceId, id, experimentId, experimentItemId FROM observations AS e FINAL WHERE ${isAsked} AND ${IS_ITEM}) AS e
      INNER JOIN (SELECT assumeNotNull(traceId) AS traceId, observationId, name, dataType, value FROM scores FINAL
        WHERE projectId = ${projectId} AND traceId IS NOT NULL) AS s ON s.traceId = e.traceId
    WHERE s.observationId IS NULL OR s.observationId = e.id
    GROUP BY e.experimentId, e.experimentItemId, s.name, s.dataType)
    GROUP BY experimentId, name, dataType ORDER BY name, dataType`;
}
