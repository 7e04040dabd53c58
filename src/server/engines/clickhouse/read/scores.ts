import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { type ChSql, ch, columnsCh, integerCh, joinCh } from "../database/clickhouse-sql.ts";
import { type ScoreRow, scoreColumns } from "../../../resources/scores.ts";
import { scoreFields } from "../../../query/score-fields.ts";
import {
  SCORE_FILTER_COLUMNS,
  type ScoreColumn,
  type ScorePage,
  type ScoreQuery,
  scoreCursorAfter,
} from "../../../query/score-query.ts";
import { type ChColumns, filterConditions } from "./filters/filter-conditions.ts";
import { jsonOfMap } from "./observation-row.ts";

const COLUMNS: ChColumns<ScoreColumn> = {
  kinds: SCORE_FILTER_COLUMNS,
  sql: {
    id: ch`s.id`,
    name: ch`s.name`,
    environment: ch`s.environment`,
    configId: ch`s.configId`,
    queueId: ch`s.queueId`,
    authorUserId: ch`s.authorUserId`,
    traceId: ch`s.traceId`,
    sessionId: ch`s.sessionId`,
    observationId: ch`s.observationId`,
    datasetRunId: ch`s.datasetRunId`,
    source: ch`s.source`,
    dataType: ch`s.dataType`,
    stringValue: ch`s.stringValue`,
    value: ch`s.value`,
    timestamp: ch`s.timestamp`,
  },
};

/** Returns one page of scores, the latest first. */
export async function scorePage(
  database: ClickHouseDatabase,
  projectId: string,
  query: ScoreQuery,
): Promise<ScorePage> {
  const { filters, values, cursor, groups, limit } = query;
  const conditions = [ch`s.projectId = ${projectId}`, ...filterConditions(projectId, filters, COLUMNS)];
  if (values.length > 0) conditions.push(ch`s.value IN ${values}`);
  if (cursor) conditions.push(ch`(s.timestamp, s.id) < (${cursor.timestamp}, ${cursor.id})`);
  const rows = await database.all(scoresSql(conditions, scoreColumns(groups), limit + 1));
  const shown = rows.slice(0, limit).map(scoreOf);
  const last = shown.at(-1);
  return {
    data: shown.map((row) => scoreFields(row, groups)),
    meta: { limit, ...(last && rows.length > limit && { cursor: scoreCursorAfter(last) }) },
  };
}

function scoresSql(
  conditions: readonly ChSql[],
  columns: readonly string[],
  limit: number,
): ChSql<Record<string, unknown>> {
  return ch`SELECT ${columnsCh(columns, "s")} FROM scores AS s FINAL WHERE ${joinCh(conditions, " AND ")}
    ORDER BY s.timestamp DESC, s.id DESC LIMIT ${integerCh(limit)}`;
}

/** Returns a score as stored in all engines. */
function scoreOf(row: Record<string, unknown>): ScoreRow {
  const { metadata } = row;
  return { ...row, ...(metadata !== undefined && { metadata: jsonOfMap(metadata) }) } as unknown as ScoreRow;
}
