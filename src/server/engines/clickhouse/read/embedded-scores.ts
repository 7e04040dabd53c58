import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { namedColumns } from "../database/clickhouse-sql.ts";
import { type Sql, integerSql, nameSql, sql } from "../../../storage/sql.ts";
import { type ScoreRow, scoreColumns } from "../../../resources/scores.ts";
import { embeddedScore } from "../../../query/score-fields.ts";

/** Columns of a score that another record shows. */
const COLUMNS = scoreColumns(new Set(["subject"]));

/** Column by which scores are found. */
type ObjectColumn = "traceId" | "datasetRunId";

/** Score as a field of another record, with the observation that it is about. */
export interface FoundScore {
  observationId: string | null;
  score: Record<string, unknown>;
}

/** Returns the latest scores that meet a condition, as fields of other records, by a column. `most` is the limit for each value. */
export async function embeddedScores(
  database: ClickHouseDatabase,
  condition: Sql,
  column: ObjectColumn,
  most?: number,
): Promise<Map<string, FoundScore[]>> {
  const limit = most === undefined ? sql`` : sql`LIMIT ${integerSql(most)} BY ${nameSql(column)}`;
  const rows =
    await database.all(sql<ScoreRow>`SELECT ${namedColumns(COLUMNS, "s")} FROM scores AS s FINAL WHERE ${condition}
    ORDER BY s.timestamp DESC, s.id DESC ${limit}`);
  const found = new Map<string, FoundScore[]>();
  for (const row of rows) {
    const key = String(row[column]);
    const list = found.get(key) ?? [];
    list.push({ observationId: row.observationId ?? null, score: embeddedScore(row) });
    found.set(key, list);
  }
  return found;
}
