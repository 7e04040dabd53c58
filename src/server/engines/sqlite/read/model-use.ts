import type { RecordReader } from "../../../storage/records.ts";
import { sql } from "../../../storage/sql.ts";
import { MOST_NAMES, type ModelUse } from "../../../query/model-use.ts";

/** Returns the names of models that observations since a time have, the most frequent first. */
export function listModelUse(records: RecordReader, projectId: string, start: number): ModelUse[] {
  return records.all(sql<ModelUse>`SELECT model AS name, modelId, count(*) AS calls,
      CAST(total(totalTokens) AS INTEGER) AS tokens, total(totalCost) AS cost
    FROM observations WHERE projectId = ${projectId} AND startTime >= ${start} AND model IS NOT NULL
    GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT ${MOST_NAMES}`);
}
