import type { DatabaseSync } from "node:sqlite";
import type { ObservationRecord } from "../../observations/observation-record.ts";
import { readRow, readRows } from "../../storage/sqlite/read-rows.ts";

/** Query for spans of traces without a root here, the latest first. */
const WITHOUT_ROOT = `SELECT o.traceId FROM observations o INDEXED BY observations_by_time
  WHERE o.projectId = ? AND o.startTime >= ? AND NOT EXISTS (
    SELECT 1 FROM observations r INDEXED BY roots_by_trace
    WHERE r.projectId = o.projectId AND r.traceId = o.traceId AND r.isRoot = 1
  )
  ORDER BY o.startTime DESC, o.traceId DESC, o.id DESC`;

/** Order of the spans of a trace: spans whose parent is not here come first. */
const TOP_FIRST = `EXISTS (
    SELECT 1 FROM observations p
    WHERE p.projectId = o.projectId AND p.traceId = o.traceId AND p.id = o.parentObservationId
  ), o.startTime, o.seq`;

/**
 * Returns the latest root observations of a project, newest first. A trace whose root is elsewhere, or has not arrived, is
 * included once: as the first of its observations whose parent is not here. `columns` are the columns of `o` to read.
 */
export function latestTraces(
  database: DatabaseSync,
  columns: string,
  projectId: string,
  limit: number,
): ObservationRecord[] {
  const roots = readRows(
    database.prepare(
      `SELECT ${columns} FROM observations o WHERE o.projectId = ? AND o.isRoot = 1
      ORDER BY o.startTime DESC, o.traceId DESC, o.id DESC LIMIT ?`,
    ),
    projectId,
    limit,
  );
  // A trace that began before the last of these roots is not among the latest.
  const since = roots.length < limit ? 0 : Number(roots.at(-1)?.["startTime"]);
  const top = database.prepare(
    `SELECT ${columns} FROM observations o WHERE o.projectId = ? AND o.traceId = ? ORDER BY ${TOP_FIRST} LIMIT 1`,
  );
  const tops = tracesWithoutRoot(database, projectId, since, limit)
    .map((traceId) => readRow(top, projectId, traceId))
    .filter((row) => row !== undefined);
  return ([...roots, ...tops] as unknown as ObservationRecord[]).toSorted(newestFirst).slice(0, limit);
}

function tracesWithoutRoot(database: DatabaseSync, projectId: string, since: number, limit: number): string[] {
  const found = new Set<string>();
  for (const row of database.prepare(WITHOUT_ROOT).iterate(projectId, since)) {
    found.add(String(row["traceId"]));
    if (found.size === limit) break;
  }
  return [...found];
}

function newestFirst(one: ObservationRecord, other: ObservationRecord): number {
  if (one.startTime !== other.startTime) return other.startTime - one.startTime;
  if (one.traceId !== other.traceId) return one.traceId < other.traceId ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}
