import type { DatabaseSync } from "node:sqlite";
import { inTransaction } from "./transaction.ts";

/** What may be kept. */
export interface PruneLimits {
  /** Days for projects that have no retention of their own; null for ever. */
  keepDays: number | null;
  /** Bytes that the database may fill; above, what arrived first is removed. Null for no limit. */
  maxBytes: number | null;
  /** Milliseconds since 1970. */
  now: number;
}

/** What was removed, and what the rest fills. */
export interface PruneReport {
  /** Observations that were too old. */
  old: number;
  /** Observations that did not fit. */
  overflow: number;
  /** Bytes. */
  bytes: number;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** How many observations one transaction removes: other processes that write wait that long. */
const CHUNK = 2_000;

/** How far below the limit the size is brought, so that not every batch has to make room anew. */
const ROOM = 0.9;

const REMOVE_OLD = `DELETE FROM observations WHERE seq IN (
  SELECT seq FROM observations WHERE projectId = ? AND startTime < ? LIMIT ${CHUNK})`;
const REMOVE_OLD_SCORES = `DELETE FROM scores WHERE seq IN (
  SELECT seq FROM scores WHERE projectId = ? AND timestamp < ? LIMIT ${CHUNK})`;
const REMOVE_FIRST = `DELETE FROM observations WHERE seq IN (SELECT seq FROM observations ORDER BY seq LIMIT ${CHUNK})`;

/** Removes observations and scores over the limits and gives the room back to the file system. */
export function prune(database: DatabaseSync, limits: PruneLimits): PruneReport {
  const report: PruneReport = { old: removeOld(database, limits), overflow: 0, bytes: 0 };
  const { maxBytes } = limits;
  if (maxBytes !== null && usedBytes(database) > maxBytes) {
    report.overflow = repeat(() => (usedBytes(database) > maxBytes * ROOM ? run(database, REMOVE_FIRST) : 0));
  }
  if (report.old + report.overflow > 0) database.exec("PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)");
  return { ...report, bytes: usedBytes(database) };
}

function removeOld(database: DatabaseSync, { keepDays, now }: PruneLimits): number {
  let removed = 0;
  for (const { id, retentionDays } of database.prepare("SELECT id, retentionDays FROM projects").all()) {
    // A retention of 0 days is one without an end.
    const days = retentionDays === null ? keepDays : Number(retentionDays) || null;
    if (days === null) continue;
    const limit = now - days * DAY_MS;
    removed += repeat(() => run(database, REMOVE_OLD, String(id), limit));
    repeat(() => run(database, REMOVE_OLD_SCORES, String(id), limit));
  }
  return removed;
}

function run(database: DatabaseSync, sql: string, ...values: Array<string | number>): number {
  return inTransaction(database, () => Number(database.prepare(sql).run(...values).changes));
}

/** Until nothing is left to remove; gives how much was. */
function repeat(remove: () => number): number {
  let removed = 0;
  for (let count = remove(); count > 0; count = remove()) removed += count;
  return removed;
}

/** Bytes of the pages that hold something. */
function usedBytes(database: DatabaseSync): number {
  const pragma = (name: string): number => Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
  return (pragma("page_count") - pragma("freelist_count")) * pragma("page_size");
}
