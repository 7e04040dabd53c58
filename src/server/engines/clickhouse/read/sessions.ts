import { pageMeta } from "../../../http/paging.ts";
import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { type Sql, arraySql, integerSql, joinSql, nameSql, sql } from "../../../storage/sql.ts";
import type { GroupField, GroupOrder, GroupPage, GroupQuery, TraceGroup } from "../../../query/session-query.ts";
import { daysOfTraces } from "./found-observations.ts";

type Totals = Omit<TraceGroup, "scores">;

/** Column of the totals by which an order puts the highest first. */
const ORDERS: Readonly<Record<GroupOrder, Sql>> = {
  latest: sql`latest`,
  traces: sql`traces`,
  tokens: sql`tokens`,
  cost: sql`cost`,
  errors: sql`errors`,
};

const OTHERS: Readonly<Record<GroupField, GroupField>> = { sessionId: "userId", userId: "sessionId" };

/** Returns one page of sessions or users. */
export async function listGroups(
  database: ClickHouseDatabase,
  projectId: string,
  query: GroupQuery,
): Promise<GroupPage> {
  const { field, order, page } = query;
  const id = sql`o.${nameSql(field)}`;
  const found = sql`FROM observations AS o FINAL WHERE ${joinSql(conditionsOf(projectId, query, id), " AND ")}`;
  const counted = await database.get(sql<{ total: number }>`SELECT uniqExact(${id}) AS total ${found}`);
  const part = sql`LIMIT ${integerSql(page.limit)} OFFSET ${integerSql(page.offset)}`;
  // The latest are chosen before their traces are read. Other orders need the totals of all.
  const isLatest = order === "latest";
  const ids = isLatest
    ? sql`(SELECT ${id} AS id ${found} GROUP BY id ORDER BY max(o.startTime) DESC, id ${part})`
    : sql`(SELECT ${id} AS id ${found})`;
  const ordered = sql`ORDER BY ${ORDERS[order]} DESC, id ${isLatest ? sql`` : part}`;
  const rows = await database.all(totalsSql(projectId, field, ids, ordered));
  const scores = rows.length === 0 ? new Map<string, number>() : await scoreCounts(database, projectId, field, rows);
  return {
    data: rows.map((row) => Object.assign(row, { scores: scores.get(row.id) ?? 0, latest: undefined })),
    meta: pageMeta(page, counted?.total ?? 0),
  };
}

function conditionsOf(projectId: string, { field, id, userId, search }: GroupQuery, column: Sql): Sql[] {
  return [
    sql`o.projectId = ${projectId} AND ifNull(${column}, '') <> ''`,
    ...(id === undefined ? [] : [sql`${column} = ${id}`]),
    ...(userId === undefined || field === "userId" ? [] : [sql`o.userId = ${userId}`]),
    ...(search === "" ? [] : [sql`position(lower(${column}), lower(${search})) > 0`]),
  ];
}

/** Returns SQL for the traces of groups, once each. `ids` is SQL for the list of their ids. */
function membersSql(projectId: string, field: GroupField, ids: Sql): Sql {
  const id = nameSql(field);
  return sql`SELECT DISTINCT o.${id} AS id, o.traceId AS traceId FROM observations AS o FINAL
    WHERE o.projectId = ${projectId} AND o.${id} IN ${ids}`;
}

function totalsSql(projectId: string, field: GroupField, ids: Sql, order: Sql): Sql<Totals & { latest: number }> {
  const other = sql`nullIf(o.${nameSql(OTHERS[field])}, '')`;
  const members = membersSql(projectId, field, ids);
  const traces = sql`(SELECT traceId FROM (${members}))`;
  return sql`SELECT m.id AS id, uniqExact(o.traceId) AS traces, count() AS observations, countIf(o.level = 'ERROR') AS errors,
      trunc(ifNull(sumKahan(o.totalTokens), 0)) AS tokens, ifNull(sumKahan(o.totalCost), 0) AS cost,
      uniqExact(${other}) AS others, min(${other}) AS other, min(o.startTime) AS firstTime, max(o.endTime) AS lastTime,
      maxIf(o.startTime, ifNull(o.${nameSql(field)} = m.id, 0)) AS latest
    FROM (SELECT traceId, sessionId, userId, level, totalTokens, totalCost, startTime, endTime
        FROM observations AS o FINAL
        WHERE o.projectId = ${projectId} AND ${daysOfTraces(projectId, traces)} AND o.traceId IN ${traces}) AS o
      INNER JOIN (${members}) AS m ON m.traceId = o.traceId
    GROUP BY m.id ${order}`;
}

async function scoreCounts(
  database: ClickHouseDatabase,
  projectId: string,
  field: GroupField,
  rows: readonly Totals[],
): Promise<ReadonlyMap<string, number>> {
  const ids = sql`${arraySql(rows.map(({ id }) => id))}`;
  const own = sql`UNION ALL SELECT assumeNotNull(sessionId) AS id FROM scores FINAL
    WHERE projectId = ${projectId} AND traceId IS NULL AND sessionId IN ${ids}`;
  const counted = await database.all(sql<{ id: string; scores: number }>`SELECT id, count() AS scores FROM (
      SELECT assumeNotNull(m.id) AS id FROM (SELECT assumeNotNull(traceId) AS traceId FROM scores FINAL
          WHERE projectId = ${projectId} AND traceId IS NOT NULL) AS s
        INNER JOIN (${membersSql(projectId, field, ids)}) AS m ON m.traceId = s.traceId
      ${field === "sessionId" ? own : sql``}
    ) GROUP BY id`);
  return new Map(counted.map(({ id, scores }) => [id, scores]));
}
