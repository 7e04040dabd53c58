import {
  SCORE_FILTER_COLUMNS,
  type ScoreColumn,
  type ScorePage,
  type ScoreQuery,
  scoreCursorAfter,
} from "../../query/score-query.ts";
import { scoreFields } from "../../query/score-fields.ts";
import { SCORE_COLUMN_NAMES, type ScoreRow, type StoredScore } from "../../resources/scores.ts";
import type { FittingRows } from "../../storage/page-bytes.ts";
import { type Sql, sql } from "../../storage/sql.ts";
import type { SqlColumns } from "./filter-condition.ts";
import { pageOf } from "./page.ts";
import { tableColumns } from "./table-columns.ts";

/** Stored fields of the row `s` of `scores`. */
export const SCORE_FIELDS: Readonly<Record<keyof StoredScore, Sql>> = tableColumns("s", SCORE_COLUMN_NAMES);

/** Columns by which scores can be filtered. */
export const SCORE_COLUMNS: SqlColumns<ScoreColumn> = { kinds: SCORE_FILTER_COLUMNS, sql: SCORE_FIELDS };

/** Order of scores, the latest first. */
export const LATEST_FIRST: Sql = sql`s.timestamp DESC, s.id DESC`;

/** Returns the conditions of a query beside its filters. `options` is the list of its values behind `IN`. */
export function scoreConditions(projectId: string, { values, cursor }: ScoreQuery, options: Sql): Sql[] {
  return [
    sql`s.projectId = ${projectId}`,
    ...(values.length > 0 ? [sql`s.value IN ${options}`] : []),
    ...(cursor ? [sql`(s.timestamp, s.id) < (${cursor.timestamp}, ${cursor.id})`] : []),
  ];
}

/** Returns a page of scores, given one row more than it has, or those that it has room for. */
export function scorePageOf(rows: FittingRows<ScoreRow>, { groups, limit }: ScoreQuery): ScorePage {
  const { shown, meta } = pageOf(rows, limit, scoreCursorAfter);
  return { data: shown.map((row) => scoreFields(row, groups)), meta: { limit, ...meta } };
}
