import { OBSERVATION_COLUMNS } from "../../../observations/observation-columns.ts";
import type { ObservationRow } from "../../../observations/observation-record.ts";
import { type Sql, columnsSql, joinSql, sql } from "../../../storage/sql.ts";
import { type Condition, ofProject } from "./filters/condition.ts";

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

/** Returns the statement that reads observations of a project, from newest to oldest. */
export function selectObservations(
  projectId: string,
  { metadata, content, promptId }: Parts,
  conditions: readonly Condition[],
  limit: number,
): Sql<ObservationRow> {
  const columns = [metadata ? COLUMNS : COLUMNS_WITHOUT_METADATA];
  if (content) columns.push(sql`c.input, c.output`);
  if (promptId) columns.push(PROMPT_ID);
  const where = [ofProject(sql`o.projectId`, projectId, conditions), ...conditions.map((condition) => condition.sql)];
  const order = conditions.some(({ isSelective }) => isSelective) ? NEWEST_FIRST_BY_SORTING : NEWEST_FIRST;
  // The page is chosen first: sorting whole rows is slow when a trace has thousands of observations.
  return sql<ObservationRow>`SELECT ${joinSql(columns, ", ")}
    FROM (SELECT o.seq FROM observations o WHERE ${joinSql(where, " AND ")} ORDER BY ${order} LIMIT ${limit}) page
      JOIN observations o ON o.seq = page.seq
      ${content ? sql`LEFT JOIN observation_content c ON c.seq = o.seq` : sql``}
    ORDER BY ${NEWEST_FIRST}`;
}
