import type { Statement } from "../../../storage/records.ts";
import { listSql, sql } from "../../../storage/sql.ts";
import { deleteMediaOfTraces } from "../../../resources/media.ts";

/**
 * Returns the statements that remove traces: their observations with everything that belongs to these, their scores, their
 * comments, and their media unless something else uses them. The first statement returns the ids of these media.
 */
export function deleteTracesStatements(projectId: string, traceIds: readonly string[]): Statement[] {
  const ids = listSql(traceIds);
  return [
    ...deleteMediaOfTraces(projectId, traceIds),
    sql`DELETE FROM comments WHERE projectId = ${projectId} AND (
      (objectType = 'TRACE' AND objectId IN ${ids})
      OR (objectType = 'OBSERVATION' AND objectId IN (
        SELECT id FROM observations WHERE projectId = ${projectId} AND traceId IN ${ids})))`,
    ...deleteObservationsOfTraces(projectId, traceIds),
  ];
}

/** Returns the statements that remove the observations and the scores of traces, but no documents. */
export function deleteObservationsOfTraces(projectId: string, traceIds: readonly string[]): Statement[] {
  const ofTraces = sql`projectId = ${projectId} AND traceId IN ${listSql(traceIds)}`;
  return [sql`DELETE FROM scores WHERE ${ofTraces}`, sql`DELETE FROM observations WHERE ${ofTraces}`];
}

/** Returns the statement that reads the ids of the observations of traces. */
export function observationsOfTraces(projectId: string, traceIds: readonly string[]): Statement {
  return sql`SELECT id FROM observations WHERE projectId = ${projectId} AND traceId IN ${listSql(traceIds)}`;
}
