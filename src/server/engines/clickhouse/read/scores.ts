import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { namedColumns } from "../database/clickhouse-sql.ts";
import { type Sql, arraySql, integerSql, joinSql, sql } from "../../../storage/sql.ts";
import { type ScoreRow, scoreColumns } from "../../../resources/scores.ts";
import { scoreFields } from "../../../query/score-fields.ts";
import {
  SCORE_FILTER_COLUMNS,
  type ScoreColumn,
  type ScorePage,
  type ScoreQuery,
  scoreCursorAfter,
} from "../../../query/score-query.ts";
import type { SqlColumns } from "../../sql/filter-condition.ts";
import { filterConditions } from "./filters/filter-conditions.ts";
import { jsonOfMap } from "./observation-row.ts";

const COLUMNS: SqlColumns<ScoreColumn> = {
  kinds: SCORE_FILTER_COLUMNS,
  sql: {
    id: sql`s.id`,
    name: sql`s.name`,
    environment: sql`s.environment`,
    configId: sql`s.configId`,
    queueId: sql`s.queueId`,
    authorUserId: sql`s.authorUserId`,
    traceId: sql`s.traceId`,
    sessionId: sql`s.sessionId`,
    observationId: sql`s.observationId`,
    datasetRunId: sql`s.datasetRunId`,
    source: sql`s.source`,
    dataType: sql`s.dataType`,
    stringValue: sql`s.stringValue`,
    value: sql`s.value`,
    timestamp: sql`s.timestamp`,
  },
};

/** Returns one page of scores, the latest first. */
export async function scorePage(
  database: ClickHouseDatabase,
  projectId: string,
  query: ScoreQuery,
): Promise<ScorePage> {
  const { filters, values, cursor, groups, limit } = query;
  const conditions = [sql`s.projectId = ${projectId}`, ...filterConditions(projectId, filters, COLUMNS)];
  if (values.length > 0) conditions.push(sql`s.value IN ${arraySql(values)}`);
  if (cursor) conditions.push(sql`(s.timestamp, s.id) < (${cursor.timestamp}, ${cursor.id})`);
  const rows = await database.all(scoresSql(conditions, scoreColumns(groups), limit + 1));
  const shown = rows.slice(0, limit).map(scoreOf);
  const last = shown.at(-1);
  return {
    data: shown.map((row) => scoreFields(row, groups)),
    meta: { limit, ...(last && rows.length > limit && { cursor: scoreCursorAfter(last) }) },
  };
}

function scoresSql(
  conditions: readonly Sql[],
  columns: readonly string[],
  limit: number,
): Sql<Record<string, unknown>> {
  return sql`SELECT ${namedColumns(columns, "s")} FROM scores AS s FINAL WHERE ${joinSql(conditions, " AND ")}
    ORDER BY s.timestamp DESC, s.id DESC LIMIT ${integerSql(limit)}`;
}

/** Returns a score as stored in all engines. */
function scoreOf(row: Record<string, unknown>): ScoreRow {
  const { metadata } = row;
  return { ...row, ...(metadata !== undefined && { metadata: jsonOfMap(metadata) }) } as unknown as ScoreRow;
}
