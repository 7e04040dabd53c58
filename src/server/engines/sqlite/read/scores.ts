import type { RecordReader } from "../database/record-reader.ts";
import { type Sql, columnsSql, joinSql, listSql, sql } from "../../../storage/sql.ts";
import { type ScoreRow, scoreColumns } from "../../../resources/scores.ts";
import { embeddedScore } from "../../../query/score-fields.ts";
import type { ScorePage, ScoreQuery } from "../../../query/score-query.ts";
import { LATEST_FIRST, SCORE_COLUMNS, scoreConditions, scorePageOf } from "../../sql/score-columns.ts";
import { MAY_GO_ON } from "./filters/condition.ts";
import { filterConditions } from "./filters/filter-conditions.ts";
import type { FilterSearches } from "./filters/filter-searches.ts";

/** Columns of a score that another record shows. */
const EMBEDDED = scoreColumns(new Set(["subject"]));

/** Returns one page of scores, the latest first. */
export function scorePage(
  records: RecordReader,
  searches: FilterSearches,
  projectId: string,
  query: ScoreQuery,
): ScorePage {
  const { filters, values, groups, limit } = query;
  const conditions = [
    ...scoreConditions(projectId, query, listSql(values)),
    ...filterConditions(filters, SCORE_COLUMNS, searches).map((condition) => condition.sql),
  ];
  return scorePageOf(records.fitting(scoresSql(conditions, scoreColumns(groups), limit + 1)), query);
}

/** Returns the latest scores that meet a condition, as fields of another record. */
export function embeddedScores(
  records: RecordReader,
  projectId: string,
  condition: Sql,
  limit: number,
): Array<Record<string, unknown>> {
  const conditions = [sql`s.projectId = ${projectId}`, condition];
  return records.all(scoresSql(conditions, EMBEDDED, limit)).map(embeddedScore);
}

function scoresSql(conditions: readonly Sql[], columns: readonly string[], limit: number): Sql<ScoreRow> {
  return sql`SELECT ${columnsSql(columns, "s")} FROM scores s WHERE ${joinSql([MAY_GO_ON, ...conditions], " AND ")}
    ORDER BY ${LATEST_FIRST} LIMIT ${limit}`;
}
