import { cursorAfter } from "../../../http/cursor.ts";
import { isoTime } from "../../../http/iso-time.ts";
import { OBSERVATION_COLUMNS } from "../../../observations/observation-columns.ts";
import { type FindModel, selectFields } from "../../../observations/observation-fields.ts";
import type { ObservationRow } from "../../../observations/observation-record.ts";
import type { ObservationPage, ObservationQuery, StartTimes } from "../../../query/observation-query.ts";
import type { RecordReader } from "../database/record-reader.ts";
import { type Sql, columnsSql, joinSql, sql } from "../../../storage/sql.ts";
import { pageOf } from "../../sql/page.ts";
import { type ChosenPage, type ChosenRow, choosePage, chosenSql, textBytes } from "./chosen-page.ts";
import { type Condition, condition, ofProject } from "./filters/condition.ts";
import { filterConditions } from "./filters/filter-conditions.ts";
import type { FilterSearches } from "./filters/filter-searches.ts";
import { OBSERVATION_SQL_COLUMNS } from "./filters/observation-columns.ts";

const COLUMNS = columnsSql(OBSERVATION_COLUMNS, "o");

/** Columns that every read of the row `o` of `observations` selects. */
export const COLUMNS_WITHOUT_METADATA: Sql = columnsSql(
  OBSERVATION_COLUMNS.filter((column) => column !== "metadata"),
  "o",
);

/** Id of the prompt version that an observation names. */
const PROMPT_ID = sql`(SELECT p.id FROM prompt_versions p
  WHERE p.projectId = o.projectId AND p.name = o.promptName AND p.version = o.promptVersion) AS promptId`;

/**
 * Order from newest to oldest. Trace and id decide within one millisecond, so that no page repeats or misses an observation.
 */
const NEWEST_FIRST = sql`o.startTime DESC, o.traceId DESC, o.id DESC`;

/** Same order, but not from an index: with the index, SQLite would walk through all of time in search of one trace. */
const NEWEST_FIRST_BY_SORTING = sql`+o.startTime DESC, o.traceId DESC, o.id DESC`;

/** Parts that a read can add to the columns of every observation. */
export interface Parts {
  metadata: boolean;
  content: boolean;
  promptId: boolean;
}

/** Returns the statement that chooses observations of a project, from newest to oldest. */
export function chosenRows(
  projectId: string,
  parts: Parts,
  conditions: readonly Condition[],
  limit: number,
): Sql<ChosenRow> {
  const where = [ofProject(sql`o.projectId`, projectId, conditions), ...conditions.map((condition) => condition.sql)];
  const order = conditions.some(({ isSelective }) => isSelective) ? NEWEST_FIRST_BY_SORTING : NEWEST_FIRST;
  return sql`SELECT o.seq, ${textBytes(longTexts(parts))} AS bytes
    FROM (SELECT o.seq FROM observations o WHERE ${joinSql(where, " AND ")} ORDER BY ${order} LIMIT ${limit}) page
      JOIN observations o ON o.seq = page.seq ${joinContent(parts)}
    ORDER BY ${NEWEST_FIRST}`;
}

/** Returns the statement that reads the chosen observations. */
function selectObservations(page: ChosenPage, parts: Parts): Sql<ObservationRow> {
  const columns = [parts.metadata ? COLUMNS : COLUMNS_WITHOUT_METADATA];
  if (parts.content) columns.push(sql`c.input, c.output`);
  if (parts.promptId) columns.push(PROMPT_ID);
  return sql<ObservationRow>`SELECT ${joinSql(columns, ", ")} FROM observations o ${joinContent(parts)}
    WHERE o.seq IN ${chosenSql(page)} ORDER BY ${NEWEST_FIRST}`;
}

/** Returns the columns of the chosen observations whose texts can be long. */
function longTexts({ metadata, content }: Parts): Sql[] {
  return [
    sql`o.statusMessage`,
    sql`o.modelParameters`,
    sql`o.toolDefinitions`,
    sql`o.toolCalls`,
    sql`o.tags`,
    ...(metadata ? [sql`o.metadata`] : []),
    ...(content ? [sql`c.input`, sql`c.output`] : []),
  ];
}

function joinContent({ content }: Parts): Sql {
  return content ? sql`LEFT JOIN observation_content c ON c.seq = o.seq` : sql``;
}

/** Returns one page of observations, newest first. */
export function observationPage(
  records: RecordReader,
  searches: FilterSearches,
  projectId: string,
  { selection, filters, cursor, limit }: ObservationQuery,
  findModel: FindModel,
): ObservationPage {
  const { groups } = selection;
  const conditions = filterConditions(filters, OBSERVATION_SQL_COLUMNS, searches);
  if (cursor) {
    const { startTime, traceId, id } = cursor;
    conditions.push(condition(sql`(o.startTime, o.traceId, o.id) < (${startTime}, ${traceId}, ${id})`));
  }
  const parts = { metadata: groups.has("metadata"), content: groups.has("io"), promptId: groups.has("prompt") };
  const page = choosePage(records, chosenRows(projectId, parts, conditions, limit + 1), limit);
  const rows = records.all(selectObservations(page, parts));
  const { shown, meta } = pageOf({ rows, isWhole: page.isWhole }, limit, cursorAfter);
  return { data: shown.map((row) => selectFields(row, selection, findModel)), meta };
}

/** Returns true when the query finds an observation. */
export function hasObservation(
  records: RecordReader,
  searches: FilterSearches,
  projectId: string,
  query: ObservationQuery,
): boolean {
  return records.get(sql`SELECT 1 FROM ${foundSql(searches, projectId, query)} LIMIT 1`) !== undefined;
}

/** Returns the first and the last start among the observations that the query finds; undefined when it finds none. */
export function startTimes(
  records: RecordReader,
  searches: FilterSearches,
  projectId: string,
  query: ObservationQuery,
): StartTimes | undefined {
  // Two reads: SQLite takes each end from the index, but not both at once.
  const found = foundSql(searches, projectId, query);
  const [first, last] = [sql`ASC`, sql`DESC`].map((direction) =>
    records.get(sql<{ startTime: number }>`SELECT o.startTime FROM ${found} ORDER BY o.startTime ${direction} LIMIT 1`),
  );
  if (first === undefined || last === undefined) return undefined;
  return { first: isoTime(first.startTime), last: isoTime(last.startTime) };
}

/** Returns SQL for the observations `o` that a query finds. */
function foundSql(searches: FilterSearches, projectId: string, { filters }: ObservationQuery): Sql {
  const found = filterConditions(filters, OBSERVATION_SQL_COLUMNS, searches);
  const conditions = [ofProject(sql`o.projectId`, projectId, found), ...found.map((one) => one.sql)];
  return sql`observations o WHERE ${joinSql(conditions, " AND ")}`;
}
