import type { RemoveContents } from "../../../storage/media/content-removal.ts";
import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { arraySql, nameSql, sql } from "../../../storage/sql.ts";
import type { KeepLimits } from "../../../storage/pruning/keep-limits.ts";
import type { PruneStep } from "../../../storage/pruning/prune-total.ts";
import { oldestKept } from "../../../storage/pruning/retention.ts";
import type { Records } from "../../../storage/records.ts";
import { listProjects } from "../../../resources/projects.ts";
import type { TraceDocuments } from "../../../resources/trace-documents.ts";
import type { ArrivalClock } from "../write/arrival-clock.ts";
import { type OldData, deleteOld, endedTraces } from "../write/removal.ts";

/** Traces whose media are removed in one write. */
const TRACES_IN_WRITE = 1_000;

/** Parts of the service that the removal of old data needs. */
export interface PruneParts {
  database: ClickHouseDatabase;
  clock: ArrivalClock;
  records: Records;
  documents: TraceDocuments;
  removeContents: RemoveContents;
  limits: KeepLimits;
}

/**
 * Removes the observations and scores that are older than the retention of their project, with their media, and media that nothing
 * uses. Yields after each step.
 */
export async function* pruneOld(parts: PruneParts): AsyncGenerator<PruneStep> {
  // Data that arrive during the run wait for the next one, however old its time is.
  const lastArrival = parts.clock.next();
  for (const { id, retentionDays } of await listProjects(parts.records)) {
    const time = oldestKept(retentionDays, parts.limits.keepDays, Date.now());
    if (time !== undefined) yield* pruneProject(parts, { projectId: id, time, lastArrival });
  }
  const media = await parts.documents.removeUnused();
  await parts.removeContents(media);
  yield { old: 0, overflow: 0, ownerless: 0, media, ended: [] };
}

/** Removes the media first: when they cannot be removed, their traces are still there, and the next run finds them. */
async function* pruneProject(
  { database, documents, removeContents }: PruneParts,
  old: OldData,
): AsyncGenerator<PruneStep> {
  const ended = await endedTraces(database, old);
  for (let start = 0; start < ended.length; start += TRACES_IN_WRITE) {
    const part = ended.slice(start, start + TRACES_IN_WRITE);
    const media = await documents.removeMedia(part.map((traceId) => ({ projectId: old.projectId, traceId })));
    await removeContents(media);
    yield { old: 0, overflow: 0, ownerless: 0, media, ended: [] };
  }
  yield { old: await deleteOld(database, old), overflow: 0, ownerless: 0, media: [], ended: [] };
}

const TABLES = ["observations", "observation_traces", "scores"] as const;

/** Gives back the space of removed rows, which ClickHouse otherwise does when it next merges their parts. */
export async function giveBack(database: ClickHouseDatabase): Promise<void> {
  for (const table of TABLES) {
    await database.run(sql`ALTER TABLE ${nameSql(table)} APPLY DELETED MASK SETTINGS mutations_sync = 1`);
  }
}

/** Returns the bytes of the stored parts of the tables, as they are compressed. */
export async function storedBytes(database: ClickHouseDatabase): Promise<number> {
  const found = await database.get(sql<{ bytes: number }>`SELECT sum(bytes_on_disk) AS bytes FROM system.parts
    WHERE active AND database = currentDatabase() AND table IN ${arraySql(TABLES)}`);
  return found?.bytes ?? 0;
}
