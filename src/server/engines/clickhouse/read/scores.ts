import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { namedColumns } from "../database/clickhouse-sql.ts";
import { arraySql, integerSql, joinSql, sql } from "../../../storage/sql.ts";
import { type ScoreRow, scoreColumns } from "../../../resources/scores.ts";
import type { ScorePage, ScoreQuery } from "../../../query/score-query.ts";
import { LATEST_FIRST, SCORE_COLUMNS, scoreConditions, scorePageOf } from "../../sql/score-columns.ts";
import { filterConditions } from "./filters/filter-conditions.ts";
import { jsonOfMap } from "./observation-row.ts";

/** Returns one page of scores, the latest first. */
export async function scorePage(
  database: ClickHouseDatabase,
  projectId: string,
  query: ScoreQuery,
): Promise<ScorePage> {
  const { filters, values, groups, limit } = query;
  const conditions = [
    ...scoreConditions(projectId, query, arraySql(values)),
    ...filterConditions(projectId, filters, SCORE_COLUMNS),
  ];
  const rows = await database.all(sql`SELECT ${namedColumns(scoreColumns(groups), "s")} FROM scores AS s FINAL
    WHERE ${joinSql(conditions, " AND ")} ORDER BY ${LATEST_FIRST} LIMIT ${integerSql(limit + 1)}`);
  return scorePageOf(rows.map(scoreOf), query);
}

/** Returns a score as stored in all engines. */
function scoreOf(row: Record<string, unknown>): ScoreRow {
  const { metadata } = row;
  return { ...row, ...(metadata !== undefined && { metadata: jsonOfMap(metadata) }) } as unknown as ScoreRow;
}
