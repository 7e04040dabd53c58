import type { ObservationRow } from "../../observations/observation-record.ts";
import type { RecordReader } from "../../storage/records.ts";
import { sql } from "../../storage/sqlite/sql.ts";
import { COLUMNS_WITHOUT_METADATA } from "./select-observations.ts";

/** Order of the spans of a trace: spans whose parent is not here come first. */
const TOP_FIRST = sql`EXISTS (
    SELECT 1 FROM observations p
    WHERE p.projectId = o.projectId AND p.traceId = o.traceId AND p.id = o.parentObservationId
  ), o.startTime, o.seq`;

/**
 * Returns the latest root observations of a project, newest first. A trace whose root is elsewhere, or has not arrived, is
 * included once: as the first of its observations whose parent is not here.
 */
export function latestTraces(records: RecordReader, projectId: string, limit: number): ObservationRow[] {
  const roots = records.all(sql<ObservationRow>`SELECT ${COLUMNS_WITHOUT_METADATA} FROM observations o
    WHERE o.projectId = ${projectId} AND o.isRoot = 1
    ORDER BY o.startTime DESC, o.traceId DESC, o.id DESC LIMIT ${limit}`);
  // A trace that began before the last of these roots is not among the latest.
  const since = roots.length < limit ? 0 : (roots.at(-1)?.startTime ?? 0);
  const tops = tracesWithoutRoot(records, projectId, since, limit)
    .map((traceId) => topOf(records, projectId, traceId))
    .filter((row) => row !== undefined);
  return [...roots, ...tops].toSorted(newestFirst).slice(0, limit);
}

/** Returns the ids of traces without a root here, the latest first. */
function tracesWithoutRoot(records: RecordReader, projectId: string, since: number, limit: number): string[] {
  const spans = records.each(sql<{ traceId: string }>`
    SELECT o.traceId FROM observations o INDEXED BY observations_by_time
    WHERE o.projectId = ${projectId} AND o.startTime >= ${since} AND NOT EXISTS (
      SELECT 1 FROM observations r INDEXED BY roots_by_trace
      WHERE r.projectId = o.projectId AND r.traceId = o.traceId AND r.isRoot = 1
    )
    ORDER BY o.startTime DESC, o.traceId DESC, o.id DESC`);
  const found = new Set<string>();
  for (const { traceId } of spans) {
    found.add(traceId);
    if (found.size === limit) break;
  }
  return [...found];
}

function topOf(records: RecordReader, projectId: string, traceId: string): ObservationRow | undefined {
  return records.get(sql<ObservationRow>`SELECT ${COLUMNS_WITHOUT_METADATA} FROM observations o
    WHERE o.projectId = ${projectId} AND o.traceId = ${traceId} ORDER BY ${TOP_FIRST} LIMIT 1`);
}

function newestFirst(one: ObservationRow, other: ObservationRow): number {
  if (one.startTime !== other.startTime) return other.startTime - one.startTime;
  if (one.traceId !== other.traceId) return one.traceId < other.traceId ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}
