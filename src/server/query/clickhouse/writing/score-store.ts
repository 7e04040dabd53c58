import type { ClickHouseDatabase } from "../../../storage/clickhouse/clickhouse-database.ts";
import { ch } from "../../../storage/clickhouse/clickhouse-sql.ts";
import type { Score } from "../../../stores/scores.ts";
import { jsonByKey, storable } from "../observation-row.ts";
import type { ArrivalClock } from "./arrival-clock.ts";

/** Most ids in one query. */
const MOST_IDS = 2_000;

/** Stored state of a score: what stays when the score is sent again. */
interface StoredScore {
  id: string;
  rowVersion: number;
  createdAt: number;
}

/** Stores scores. A score that is stored already is replaced and keeps the time of its creation. */
export async function storeScores(
  database: ClickHouseDatabase,
  clock: ArrivalClock,
  projectId: string,
  scores: readonly Score[],
  now: number,
): Promise<void> {
  const stored = new Map<string, StoredScore>();
  for (let start = 0; start < scores.length; start += MOST_IDS) {
    const ids = scores.slice(start, start + MOST_IDS).map(({ id }) => storable(id));
    const known = await database.all(ch<StoredScore>`SELECT id, rowVersion, createdAt FROM scores FINAL
      WHERE projectId = ${projectId} AND id IN ${ids}`);
    for (const score of known) stored.set(score.id, score);
  }
  const rows = scores.map((score) => {
    const id = storable(score.id);
    const before = stored.get(id);
    // The clock of another process may be ahead of this one.
    const rowVersion = Math.max(clock.next(), (before?.rowVersion ?? 0) + 1);
    const createdAt = before?.createdAt ?? now;
    stored.set(id, { id, rowVersion, createdAt });
    const fields = Object.entries(score).map(([name, value]) => [name, storable(value)]);
    return {
      ...Object.fromEntries(fields),
      projectId,
      rowVersion,
      metadata: jsonByKey(JSON.stringify(score.metadata)),
      createdAt,
      updatedAt: now,
    } as Record<string, unknown>;
  });
  await database.insert("scores", rows);
}

/** Removes a score. */
export async function deleteScore(database: ClickHouseDatabase, projectId: string, id: string): Promise<void> {
  await database.run(ch`DELETE FROM scores WHERE projectId = ${projectId} AND id = ${id}`);
}
