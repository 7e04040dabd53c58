import type { Statement } from "../../storage/records.ts";
import { sql } from "../../storage/sqlite/sql.ts";
import { optionsSql } from "./filters/comparisons.ts";

/**
 * Returns the statements that remove traces: their observations with everything that belongs to these, their scores, their
 * comments, and their media unless something else uses them. The first statement returns the ids of these media.
 */
export function deleteTracesStatements(projectId: string, traceIds: readonly string[]): Statement[] {
  const ofProject = sql`projectId = ${projectId}`;
  const ids = optionsSql(traceIds);
  const ofTraces = sql`${ofProject} AND traceId IN ${ids}`;
  return [
    sql`DELETE FROM media WHERE ${ofProject}
      AND id IN (SELECT mediaId FROM media_places WHERE ${ofTraces})
      AND NOT EXISTS (
        SELECT 1 FROM media_places p WHERE p.projectId = ${projectId} AND p.mediaId = media.id AND p.traceId NOT IN ${ids})
      RETURNING id`,
    sql`DELETE FROM media_places WHERE ${ofTraces}`,
    sql`DELETE FROM comments WHERE ${ofProject} AND (
      (objectType = 'TRACE' AND objectId IN ${ids})
      OR (objectType = 'OBSERVATION' AND objectId IN (SELECT id FROM observations WHERE ${ofTraces})))`,
    sql`DELETE FROM scores WHERE ${ofTraces}`,
    sql`DELETE FROM observations WHERE ${ofTraces}`,
  ];
}
