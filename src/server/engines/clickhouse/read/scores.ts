import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { arraySql, integerSql, joinSql, sql } from "../../../storage/sql.ts";
import { type ScoreRow, scoreColumns } from "../../../resources/scores.ts";
import type { ScorePage, ScoreQuery } from "../../../query/score-query.ts";
import { LATEST_FIRST, SCORE_COLUMNS, scoreConditions, scorePageOf } from "../../sql/score-columns.ts";
import { readFittingRows } from "./fitting-rows.ts";
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
  const { rows, isWhole } = await readFittingRows(database, {
    columns: scoreColumns(groups),
    table: "s",
    from: sql`(SELECT * FROM scores AS s FINAL WHERE ${joinSql(conditions, " AND ")}
      ORDER BY ${LATEST_FIRST} LIMIT ${integerSql(limit + 1)}) AS s`,
    order: LATEST_FIRST,
  });
  return scorePageOf({ rows: rows.map(scoreOf), isWhole }, query);
}

/** Returns a score as stored in all engines. */
function scoreOf(row: Record<string, unknown>): ScoreRow {
  const { metadata } = row;
  return { ...row, ...(metadata !== undefined && { metadata: jsonOfMap(metadata) }) } as unknown as ScoreRow;
}
