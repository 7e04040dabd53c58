import { pageMeta } from "../../../http/paging.ts";
import type { RecordReader } from "../database/record-reader.ts";
import { type Sql, joinSql, listSql, nameSql, sql } from "../../../storage/sql.ts";
import type { GroupField, GroupOrder, GroupPage, GroupQuery, TraceGroup } from "../../../query/session-query.ts";
import { MAY_GO_ON } from "./filters/condition.ts";

type Totals = Omit<TraceGroup, "scores">;

/** Column of the totals by which an order puts the highest first. */
const ORDERS: Readonly<Record<Exclude<GroupOrder, "latest">, Sql>> = {
  traces: sql`traces`,
  tokens: sql`tokens`,
  cost: sql`cost`,
  errors: sql`errors`,
};

const OTHERS: Readonly<Record<GroupField, GroupField>> = { sessionId: "userId", userId: "sessionId" };

/** Returns one page of sessions or users. */
export function listGroups(records: RecordReader, projectId: string, query: GroupQuery): GroupPage {
  const { field, order, page } = query;
  const id = sql`o.${nameSql(field)}`;
  const found = sql`FROM observations o WHERE ${joinSql(conditionsOf(projectId, query, id), " AND ")}`;
  const total = records.get(sql<{ total: number }>`SELECT count(DISTINCT ${id}) AS total ${found}`)?.total ?? 0;
  const part = sql`LIMIT ${page.limit} OFFSET ${page.offset}`;
  // The latest are chosen before their traces are read. Other orders need the totals of all.
  const latest = sql`(SELECT ${id} ${found} GROUP BY ${id} ORDER BY max(o.startTime) DESC, ${id} ${part})`;
  const rows =
    order === "latest"
      ? records.all(
          totalsSql(
            projectId,
            field,
            latest,
            sql`ORDER BY max(CASE WHEN ${id} = m.id THEN o.startTime END) DESC, m.id`,
          ),
        )
      : records.all(
          totalsSql(projectId, field, sql`(SELECT ${id} ${found})`, sql`ORDER BY ${ORDERS[order]} DESC, m.id ${part}`),
        );
  const scores = scoreCounts(records, projectId, field, rows);
  return {
    data: rows.map((row) => Object.assign(row, { scores: scores.get(row.id) ?? 0 })),
    meta: pageMeta(page, total),
  };
}

function conditionsOf(projectId: string, { field, id, userId, search }: GroupQuery, column: Sql): Sql[] {
  return [
    // `IS NOT NULL` lets SQLite use the index of the sessions.
    sql`o.projectId = ${projectId} AND ${column} IS NOT NULL AND ${column} <> '' AND ${MAY_GO_ON}`,
    ...(id === undefined ? [] : [sql`${column} = ${id}`]),
    ...(userId === undefined || field === "userId" ? [] : [sql`o.userId = ${userId}`]),
    ...(search === "" ? [] : [sql`instr(lower(${column}), lower(${search})) > 0`]),
  ];
}

/** Returns SQL for the traces of groups, once each. `ids` is SQL for the list of their ids. */
function membersSql(projectId: string, field: GroupField, ids: Sql): Sql {
  const id = nameSql(field);
  return sql`members AS (SELECT DISTINCT ${id} AS id, traceId FROM observations
    WHERE projectId = ${projectId} AND ${MAY_GO_ON} AND ${id} IS NOT NULL AND ${id} IN ${ids})`;
}

function totalsSql(projectId: string, field: GroupField, ids: Sql, order: Sql): Sql<Totals> {
  const other = sql`nullif(o.${nameSql(OTHERS[field])}, '')`;
  return sql`WITH ${membersSql(projectId, field, ids)}
    SELECT m.id, count(DISTINCT o.traceId) AS traces, count(*) AS observations, sum(o.level = 'ERROR') AS errors,
      CAST(total(o.totalTokens) AS INTEGER) AS tokens, total(o.totalCost) AS cost, count(DISTINCT ${other}) AS others,
      min(${other}) AS other, min(o.startTime) AS firstTime, max(o.endTime) AS lastTime
    FROM members m JOIN observations o ON o.projectId = ${projectId} AND o.traceId = m.traceId AND ${MAY_GO_ON}
    GROUP BY m.id ${order}`;
}

function scoreCounts(
  records: RecordReader,
  projectId: string,
  field: GroupField,
  rows: readonly Totals[],
): ReadonlyMap<string, number> {
  const ids = listSql(rows.map(({ id }) => id));
  const own = sql`UNION ALL SELECT sessionId AS id FROM scores
    WHERE projectId = ${projectId} AND traceId IS NULL AND sessionId IN ${ids}`;
  const counted = records.all(sql<{ id: string; scores: number }>`WITH ${membersSql(projectId, field, ids)}
    SELECT id, count(*) AS scores FROM (
      SELECT m.id FROM members m JOIN scores s ON s.projectId = ${projectId} AND s.traceId = m.traceId
      ${field === "sessionId" ? own : sql``}
    ) GROUP BY id`);
  return new Map(counted.map(({ id, scores }) => [id, scores]));
}
