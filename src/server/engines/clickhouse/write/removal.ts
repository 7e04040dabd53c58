import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { type Sql, arraySql, integerSql, nameSql, sql } from "../../../storage/sql.ts";
import { daysOfTraces } from "../read/found-observations.ts";
import { dayOf } from "../read/observation-row.ts";
import { NUMBERS_PER_MS } from "./arrival-clock.ts";

/** Most traces in one statement. */
const MOST_TRACES = 100;

/** Calls `remove` with parts of a list that fit into one statement. */
async function inParts(ids: readonly string[], remove: (part: readonly string[]) => Promise<void>): Promise<void> {
  for (let start = 0; start < ids.length; start += MOST_TRACES) await remove(ids.slice(start, start + MOST_TRACES));
}

/** Removes the observations and scores of traces. Their days go last, so that an interrupted removal finds them again. */
export async function deleteTraces(
  database: ClickHouseDatabase,
  projectId: string,
  traceIds: readonly string[],
): Promise<void> {
  await inParts(traceIds, async (ids) => {
    const ofTraces = sql`projectId = ${projectId} AND traceId IN ${arraySql(ids)}`;
    await database.run(sql`DELETE FROM scores WHERE ${ofTraces}`);
    await database.run(sql`DELETE FROM observations WHERE ${ofTraces}`);
    await database.run(sql`DELETE FROM observation_traces WHERE ${ofTraces}`);
  });
}

export async function observationsOfTraces(
  database: ClickHouseDatabase,
  projectId: string,
  traceIds: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  await inParts(traceIds, async (ids) => {
    const rows = await database.all(sql<{ id: string }>`SELECT DISTINCT o.id AS id FROM observations AS o
      WHERE o.projectId = ${projectId} AND ${daysOfTraces(projectId, sql`${arraySql(ids)}`)} AND o.traceId IN ${arraySql(ids)}`);
    for (const { id } of rows) found.push(id);
  });
  return found;
}

const TABLES = ["observations", "observation_traces", "scores"] as const;

/** Returns true when a project has rows. */
export async function hasProjectData(database: ClickHouseDatabase, projectId: string): Promise<boolean> {
  for (const table of TABLES) {
    if (await hasRow(database, sql`${nameSql(table)} WHERE projectId = ${projectId}`)) return true;
  }
  return false;
}

/** Removes everything of a project. */
export async function deleteProject(database: ClickHouseDatabase, projectId: string): Promise<void> {
  for (const table of TABLES) {
    const ofProject = sql`${nameSql(table)} WHERE projectId = ${projectId}`;
    if (await hasRow(database, ofProject)) await database.run(sql`DELETE FROM ${ofProject}`);
  }
}

/** Observations and scores of a project before a time, in milliseconds, that arrived up to a number of the arrival clock. */
export interface OldData {
  projectId: string;
  time: number;
  lastArrival: number;
}

/** Number of the arrival clock when the state of a row arrived: it keeps that of the first state in `seq`. */
const ARRIVAL = sql`greatest(seq, toUInt64(updatedAt) * ${integerSql(NUMBERS_PER_MS)})`;

function oldObservations({ projectId, time, lastArrival }: OldData): Sql {
  return sql`projectId = ${projectId} AND day <= ${dayOf(time)} AND startTime < ${time} AND ${ARRIVAL} <= ${lastArrival}`;
}

/** Returns the traces without other observations than old ones. */
export async function endedTraces(database: ClickHouseDatabase, old: OldData): Promise<string[]> {
  const { projectId, time, lastArrival } = old;
  const traces = sql`(SELECT traceId FROM observations WHERE ${oldObservations(old)})`;
  const rows = await database.all(sql<{ traceId: string }>`SELECT o.traceId AS traceId FROM observations AS o FINAL
    WHERE o.projectId = ${projectId} AND ${daysOfTraces(projectId, traces)} AND o.traceId IN ${traces}
    GROUP BY o.traceId HAVING max(o.startTime) < ${time} AND max(${ARRIVAL}) <= ${lastArrival}`);
  return rows.map(({ traceId }) => traceId);
}

/** Removes old observations and scores. Returns the number of observations. */
export async function deleteOld(database: ClickHouseDatabase, old: OldData): Promise<number> {
  const { projectId, time, lastArrival } = old;
  const isOld = oldObservations(old);
  const found = await database.get(
    sql<{ count: number }>`SELECT count() AS count FROM observations FINAL WHERE ${isOld}`,
  );
  const removed = found?.count ?? 0;
  if (removed > 0) {
    await database.run(sql`DELETE FROM observations WHERE ${isOld}`);
    // A cluster refuses a deletion with a subquery.
    const ofDays = sql`projectId = ${projectId} AND day < ${dayOf(time)}`;
    const kept = await database.all(
      sql<{ traceId: string }>`SELECT DISTINCT traceId FROM observations WHERE ${ofDays}`,
    );
    const isKept = sql`traceId IN ${arraySql(kept.map(({ traceId }) => traceId))}`;
    await database.run(sql`DELETE FROM observation_traces WHERE ${ofDays} AND NOT ${isKept}`);
  }
  const isOldScore = sql`projectId = ${projectId} AND timestamp < ${time} AND rowVersion <= ${lastArrival}`;
  if (await hasRow(database, sql`scores WHERE ${isOldScore}`))
    await database.run(sql`DELETE FROM scores WHERE ${isOldScore}`);
  return removed;
}

async function hasRow(database: ClickHouseDatabase, from: Sql): Promise<boolean> {
  return (await database.get(sql`SELECT 1 AS found FROM ${from} LIMIT 1`)) !== undefined;
}
