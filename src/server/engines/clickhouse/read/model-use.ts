import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { integerSql, sql } from "../../../storage/sql.ts";
import { MOST_NAMES, type ModelUse } from "../../../query/model-use.ts";
import { dayOf } from "./observation-row.ts";

/** Returns the names of models that observations since a time have, the most frequent first. */
export async function listModelUse(
  database: ClickHouseDatabase,
  projectId: string,
  start: number,
): Promise<ModelUse[]> {
  return database.all(sql<ModelUse>`SELECT o.model AS name, o.modelId AS modelId, count() AS calls,
      trunc(ifNull(sumKahan(o.totalTokens), 0)) AS tokens, ifNull(sumKahan(o.totalCost), 0) AS cost
    FROM observations AS o FINAL
    WHERE o.projectId = ${projectId} AND o.day >= ${dayOf(start)} AND o.startTime >= ${start} AND o.model IS NOT NULL
    GROUP BY o.model, o.modelId ORDER BY calls DESC, name, modelId NULLS FIRST LIMIT ${integerSql(MOST_NAMES)}`);
}
