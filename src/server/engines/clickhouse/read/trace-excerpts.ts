import { EXCERPT_CHARACTERS, type ExcerptRow, type TraceExcerpt, excerptOf } from "../../../query/trace-excerpt.ts";
import { type Sql, arraySql, integerSql, sql } from "../../../storage/sql.ts";
import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { daysOfTraces, foundObservations } from "./found-observations.ts";

const MOST = integerSql(EXCERPT_CHARACTERS);

/** Returns what traces were asked and answered. */
export async function traceExcerpts(
  database: ClickHouseDatabase,
  projectId: string,
  traceIds: readonly string[],
): Promise<TraceExcerpt[]> {
  const ofTraces = [
    sql`o.projectId = ${projectId}`,
    daysOfTraces(projectId, arraySql(traceIds)),
    sql`o.traceId IN ${arraySql(traceIds)}`,
  ];
  const [inputs, outputs] = await Promise.all([
    database.all(sql<Pick<ExcerptRow, "traceId" | "input">>`
      SELECT o.traceId AS traceId, substringUTF8(o.input, 1, ${MOST}) AS input
      FROM ${chosen(ofTraces, sql`o.hasInput = 1`, sql`ASC`)}`),
    database.all(sql<Omit<ExcerptRow, "input">>`
      SELECT o.traceId AS traceId, substringUTF8(o.output, 1, ${MOST}) AS output,
        if(length(o.output) > ${MOST}, substringUTF8(o.output, -${MOST}), NULL) AS outputEnd
      FROM ${chosen(ofTraces, sql`o.hasOutput = 1`, sql`DESC`)}`),
  ]);
  const [inputOf, outputOf] = [byTrace(inputs), byTrace(outputs)];
  const known = traceIds.filter((traceId) => inputOf.has(traceId) || outputOf.has(traceId));
  return known.map((traceId) =>
    excerptOf({
      traceId,
      input: null,
      output: null,
      outputEnd: null,
      ...inputOf.get(traceId),
      ...outputOf.get(traceId),
    }),
  );
}

/**
 * Returns SQL for the observation `o` of each trace that has a content: the first or last root, then that of a model call, then any.
 * The keys are chosen before the contents are read.
 */
function chosen(ofTraces: readonly Sql[], has: Sql, direction: Sql): Sql {
  const keys = sql`SELECT o.day, o.traceId, o.id FROM ${foundObservations([...ofTraces, has])}
    ORDER BY o.traceId, o.isRoot DESC, o.type = 'GENERATION' DESC, o.startTime ${direction}, o.id ${direction}
    LIMIT 1 BY o.traceId`;
  return foundObservations([...ofTraces, sql`(o.day, o.traceId, o.id) IN (${keys})`]);
}

function byTrace<Row extends { readonly traceId: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.traceId, row]));
}
