import { OBSERVATION_COLUMNS } from "../../observations/observation-columns.ts";
import type { ObservationRow } from "../../observations/observation-record.ts";
import { type Sql, columnsSql, joinSql, sql } from "../../storage/sqlite/sql.ts";
import type { Condition } from "./filters/condition.ts";

const COLUMNS = columnsSql(OBSERVATION_COLUMNS, "o");

/** Columns that every read of the row `o` of `observations` selects. */
export const COLUMNS_WITHOUT_METADATA: Sql = columnsSql(
  OBSERVATION_COLUMNS.filter((column) => column !== "metadata"),
  "o",
);

/** Id of the prompt version that an observation names. */
const PROMPT_ID = sql`(SELECT p.id FROM prompt_versions p
  WHERE p.projectId = o.projectId AND p.name = o.promptName AND p.version = o.promptVersion) AS promptId`;

/** Parts that a read can add to the columns of every observation. */
export interface Parts {
  metadata: boolean;
  content: boolean;
  promptId: boolean;
}

/** Returns the statement that reads observations of a project. */
export function selectObservations(
  projectId: string,
  { metadata, content, promptId }: Parts,
  conditions: readonly Condition[],
  order: Sql,
  limit: number,
): Sql<ObservationRow> {
  const columns = [metadata ? COLUMNS : COLUMNS_WITHOUT_METADATA];
  if (content) columns.push(sql`c.input, c.output`);
  if (promptId) columns.push(PROMPT_ID);
  const where = [sql`o.projectId = ${projectId}`, ...conditions.map((condition) => condition.sql)];
  return sql<ObservationRow>`SELECT ${joinSql(columns, ", ")}
    FROM observations o ${content ? sql`LEFT JOIN observation_content c ON c.seq = o.seq` : sql``}
    WHERE ${joinSql(where, " AND ")} ORDER BY ${order} LIMIT ${limit}`;
}
