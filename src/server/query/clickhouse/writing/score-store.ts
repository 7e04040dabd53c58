import type { ClickHouseDatabase } from "../../../storage/clickhouse/clickhouse-database.ts";
import { ch } from "../../../storage/clickhouse/clickhouse-sql.ts";
import { type Score, type StoredScore, storedScore } from "../../../stores/scores.ts";
import { jsonByKey, storable } from "../observation-row.ts";
import type { ArrivalClock } from "./arrival-clock.ts";

/** Most ids in one query. */
const MOST_IDS = 2_000;

/** Stored state of a score: what stays when the score is sent again. */
interface KnownScore {
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
  const rows = scores.map((score) => storedScore(projectId, score, now));
  await putScores(database, clock, projectId, rows);
}

/** Stores scores of a project as they are. A score that is stored already is replaced and keeps the time of its creation. */
export async function putScores(
  database: ClickHouseDatabase,
  clock: ArrivalClock,
  projectId: string,
  scores: readonly StoredScore[],
): Promise<void> {
  const known = new Map<string, KnownScore>();
  for (let start = 0; start < scores.length; start += MOST_IDS) {
    const ids = scores.slice(start, start + MOST_IDS).map(({ id }) => storable(id));
    const found = await database.all(ch<KnownScore>`SELECT id, rowVersion, createdAt FROM scores FINAL
      WHERE projectId = ${projectId} AND id IN ${ids}`);
    for (const score of found) known.set(score.id, score);
  }
  const rows = scores.map((score) => {
    const id = storable(score.id);
    const before = known.get(id);
    // The clock of another process may be ahead of this one.
    const rowVersion = Math.max(clock.next(), (before?.rowVersion ?? 0) + 1);
    const createdAt = before?.createdAt ?? score.createdAt;
    known.set(id, { id, rowVersion, createdAt });
    const fields = Object.entries(score).map(([name, value]) => [name, storable(value)]);
    return { ...Object.fromEntries(fields), rowVersion, metadata: jsonByKey(score.metadata), createdAt } as object;
  });
  await database.insert("scores", rows);
}

/** Removes a score. */
export async function deleteScore(database: ClickHouseDatabase, projectId: string, id: string): Promise<void> {
  await database.run(ch`DELETE FROM scores WHERE projectId = ${projectId} AND id = ${id}`);
}
