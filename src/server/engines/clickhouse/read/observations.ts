import { cursorAfter } from "../../../http/cursor.ts";
import { isoTime } from "../../../http/iso-time.ts";
import { type FindModel, selectFields } from "../../../observations/observation-fields.ts";
import type { ObservationRow } from "../../../observations/observation-record.ts";
import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { type Sql, integerSql, sql } from "../../../storage/sql.ts";
import type { ObservationPage, ObservationQuery, StartTimes } from "../../../query/observation-query.ts";
import { pageOf } from "../../sql/page.ts";
import type { CommentsByObservation } from "./filters/observation-columns.ts";
import { readFittingRows } from "./fitting-rows.ts";
import { foundObservations, observationConditions } from "./found-observations.ts";
import { observationOf, rowColumnNames } from "./observation-row.ts";

/** Parts of a read of observations that other storage keeps. */
export interface OtherRecords {
  comments: CommentsByObservation;
  findModel: FindModel;
  /** Adds the ids of the prompt versions that observations name. */
  addPromptIds(rows: readonly ObservationRow[]): Promise<void>;
}

/** Trace and id decide within one millisecond, so that no page repeats or misses an observation. */
const NEWEST_FIRST = sql`o.startTime DESC, o.traceId DESC, o.id DESC`;

/** Returns one page of observations, newest first. */
export async function observationPage(
  database: ClickHouseDatabase,
  projectId: string,
  query: ObservationQuery,
  others: OtherRecords,
): Promise<ObservationPage> {
  const { selection, filters, cursor, limit } = query;
  const { groups } = selection;
  const conditions = observationConditions(projectId, filters, others.comments);
  if (cursor) {
    const { startTime, traceId, id } = cursor;
    conditions.push(sql`(o.startTime, o.traceId, o.id) < (${startTime}, ${traceId}, ${id})`);
  }
  const columns = rowColumnNames({ metadata: groups.has("metadata"), content: groups.has("io") });
  const from = pageSql(projectId, conditions, limit + 1);
  const { rows, isWhole } = await readFittingRows(database, { columns, table: "o", from, order: NEWEST_FIRST });
  const { shown, meta } = pageOf({ rows: rows.map(observationOf), isWhole }, limit, cursorAfter);
  if (groups.has("prompt")) await others.addPromptIds(shown);
  return { data: shown.map((row) => selectFields(row, selection, others.findModel)), meta };
}

/** Returns SQL for the observations of a page. Their keys are chosen first: whole rows are long. */
function pageSql(projectId: string, conditions: readonly Sql[], limit: number): Sql {
  const page = sql`SELECT o.day, o.traceId, o.id FROM ${foundObservations(conditions)}
    ORDER BY ${NEWEST_FIRST} LIMIT ${integerSql(limit)}`;
  return foundObservations([sql`o.projectId = ${projectId}`, sql`(o.day, o.traceId, o.id) IN (${page})`]);
}

export async function hasObservation(
  database: ClickHouseDatabase,
  projectId: string,
  { filters }: ObservationQuery,
  { comments }: OtherRecords,
): Promise<boolean> {
  const found = foundObservations(observationConditions(projectId, filters, comments));
  return (await database.get(sql`SELECT 1 AS found FROM ${found} LIMIT 1`)) !== undefined;
}

/** Returns the first and the last start among the observations that the query finds; undefined when it finds none. */
export async function startTimes(
  database: ClickHouseDatabase,
  projectId: string,
  { filters }: ObservationQuery,
  { comments }: OtherRecords,
): Promise<StartTimes | undefined> {
  const found = foundObservations(observationConditions(projectId, filters, comments));
  const times = await database.get(
    sql<{ first: number; last: number; count: number }>`SELECT min(o.startTime) AS first, max(o.startTime) AS last,
      count() AS count FROM ${found}`,
  );
  if (times === undefined || times.count === 0) return undefined;
  return { first: isoTime(times.first), last: isoTime(times.last) };
}
