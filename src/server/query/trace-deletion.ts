import type { Statement } from "../storage/records.ts";

const OF_TRACES = "projectId = ? AND traceId IN (SELECT value FROM json_each(?))";

/**
 * Returns the statements that remove traces: their observations with everything that belongs to these, their scores, their
 * comments, and their media unless something else uses them. The first statement returns the ids of these media.
 */
export function deleteTracesStatements(projectId: string, traceIds: readonly string[]): Statement[] {
  const values = [projectId, JSON.stringify(traceIds)];
  return [
    {
      sql: `DELETE FROM media WHERE projectId = ?1
        AND id IN (
          SELECT mediaId FROM media_places WHERE projectId = ?1 AND traceId IN (SELECT value FROM json_each(?2)))
        AND NOT EXISTS (
          SELECT 1 FROM media_places p WHERE p.projectId = ?1 AND p.mediaId = media.id
          AND p.traceId NOT IN (SELECT value FROM json_each(?2)))
        RETURNING id`,
      values,
    },
    { sql: `DELETE FROM media_places WHERE ${OF_TRACES}`, values },
    {
      sql: `DELETE FROM comments WHERE projectId = ?1 AND (
        (objectType = 'TRACE' AND objectId IN (SELECT value FROM json_each(?2)))
        OR (objectType = 'OBSERVATION' AND objectId IN (
          SELECT id FROM observations WHERE projectId = ?1 AND traceId IN (SELECT value FROM json_each(?2)))))`,
      values,
    },
    { sql: `DELETE FROM scores WHERE ${OF_TRACES}`, values },
    { sql: `DELETE FROM observations WHERE ${OF_TRACES}`, values },
  ];
}
