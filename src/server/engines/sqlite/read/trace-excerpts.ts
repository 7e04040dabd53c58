import { EXCERPT_CHARACTERS, type ExcerptRow, type TraceExcerpt, excerptOf } from "../../../query/trace-excerpt.ts";
import { type Sql, integerSql, sql } from "../../../storage/sql.ts";
import type { RecordReader } from "../database/record-reader.ts";
import { MAY_GO_ON } from "./filters/condition.ts";

const MOST = integerSql(EXCERPT_CHARACTERS);

/** Returns what traces were asked and answered. */
export function traceExcerpts(records: RecordReader, projectId: string, traceIds: readonly string[]): TraceExcerpt[] {
  const asked = chosen(projectId, sql`o.hasInput`, sql`ASC`);
  const answered = chosen(projectId, sql`o.hasOutput`, sql`DESC`);
  const rows = records.all(sql<ExcerptRow>`WITH chosen AS MATERIALIZED (
      SELECT t.value AS traceId, ${asked} AS asked, ${answered} AS answered FROM json_each(${JSON.stringify(traceIds)}) t)
    SELECT p.traceId, substr(i.input, 1, ${MOST}) AS input, substr(e.output, 1, ${MOST}) AS output,
      iif(octet_length(e.output) > ${MOST}, substr(e.output, -${MOST}), NULL) AS outputEnd
    FROM chosen p LEFT JOIN observation_content i ON i.seq = p.asked
      LEFT JOIN observation_content e ON e.seq = p.answered
    WHERE p.asked IS NOT NULL OR p.answered IS NOT NULL`);
  return rows.map(excerptOf);
}

/**
 * Returns SQL for the number of the observation of the trace `t.value` that has a content: the first or last root, then that of a
 * model call, then any. The roots have an index.
 */
function chosen(projectId: string, has: Sql, direction: Sql): Sql {
  const found = sql`FROM observations o
    WHERE o.projectId = ${projectId} AND o.traceId = t.value AND ${has} = 1 AND ${MAY_GO_ON}`;
  const order = sql`o.startTime ${direction}, o.id ${direction} LIMIT 1`;
  return sql`coalesce((SELECT o.seq ${found} AND o.isRoot = 1 ORDER BY ${order}),
    (SELECT o.seq ${found} ORDER BY (o.type = 'GENERATION') DESC, ${order}))`;
}
