import type { RecordReader } from "../../../storage/records.ts";
import { type Sql, columnsSql, joinSql, listSql, sql } from "../../../storage/sql.ts";
import { type ScoreRow, scoreColumns } from "../../../resources/scores.ts";
import { embeddedScore, scoreFields } from "../../../query/score-fields.ts";
import {
  SCORE_FILTER_COLUMNS,
  type ScoreColumn,
  type ScorePage,
  type ScoreQuery,
  scoreCursorAfter,
} from "../../../query/score-query.ts";
import type { SqlColumns } from "../../sql/filter-condition.ts";
import { filterConditions } from "./filters/filter-conditions.ts";
import type { FilterSearches } from "./filters/filter-searches.ts";

const COLUMNS: SqlColumns<ScoreColumn> = {
  kinds: SCORE_FILTER_COLUMNS,
  sql: {
    id: sql`id`,
    name: sql`name`,
    environment: sql`environment`,
    configId: sql`configId`,
    queueId: sql`queueId`,
    authorUserId: sql`authorUserId`,
    traceId: sql`traceId`,
    sessionId: sql`sessionId`,
    observationId: sql`observationId`,
    datasetRunId: sql`datasetRunId`,
    source: sql`source`,
    dataType: sql`dataType`,
    stringValue: sql`stringValue`,
    value: sql`value`,
    timestamp: sql`timestamp`,
  },
};

/** Columns of a score that another record shows. */
const EMBEDDED = columnsSql(scoreColumns(new Set(["subject"])));

/** Returns one page of scores, the latest first. */
export function scorePage(
  records: RecordReader,
  searches: FilterSearches,
  projectId: string,
  query: ScoreQuery,
): ScorePage {
  const { filters, values, cursor, groups, limit } = query;
  const conditions = filterConditions(filters, COLUMNS, searches).map((condition) => condition.sql);
  if (values.length > 0) conditions.push(sql`value IN ${listSql(values)}`);
  if (cursor) conditions.push(sql`(timestamp, id) < (${cursor.timestamp}, ${cursor.id})`);
  const rows = records.all(scoresSql(projectId, conditions, columnsSql(scoreColumns(groups)), limit + 1));
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map((row) => scoreFields(row, groups)),
    meta: { limit, ...(last && rows.length > limit && { cursor: scoreCursorAfter(last) }) },
  };
}

/** Returns the latest scores that meet a condition, as fields of another record. */
export function embeddedScores(
  records: RecordReader,
  projectId: string,
  condition: Sql,
  limit: number,
): Array<Record<string, unknown>> {
  return records.all(scoresSql(projectId, [condition], EMBEDDED, limit)).map(embeddedScore);
}

function scoresSql(projectId: string, conditions: readonly Sql[], columns: Sql, limit: number): Sql<ScoreRow> {
  const where = joinSql([sql`projectId = ${projectId}`, ...conditions], " AND ");
  return sql`SELECT ${columns} FROM scores WHERE ${where} ORDER BY timestamp DESC, id DESC LIMIT ${limit}`;
}
