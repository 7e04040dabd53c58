import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { namedColumns } from "../database/clickhouse-sql.ts";
import { arraySql, sql } from "../../../storage/sql.ts";
import { historyAfter } from "../../../resources/score-history.ts";
import { mayReplace } from "../../../resources/score-writers.ts";
import {
  SCORE_COLUMN_NAMES,
  type Score,
  type ScoreOutcome,
  type StoredScore,
  storedScore,
} from "../../../resources/scores.ts";
import { jsonByKey, storable } from "../read/observation-row.ts";
import type { ArrivalClock } from "./arrival-clock.ts";

/** Most ids in one query. */
const MOST_IDS = 2_000;

/** Stored state of a score. Its metadata is not read. */
type KnownScore = StoredScore & { rowVersion: number };

/** Columns of the stored state. */
const KNOWN = [...SCORE_COLUMN_NAMES.filter((name) => name !== "metadata"), "rowVersion"];

/** Stores scores. A score replaces the one with its id, if its writer may do so, and keeps its value. Returns what became of each. */
export async function storeScores(
  database: ClickHouseDatabase,
  clock: ArrivalClock,
  projectId: string,
  scores: readonly Score[],
  now: number,
): Promise<ScoreOutcome[]> {
  const rows = scores.map((score) => withStorableTexts(storedScore(projectId, score, now)));
  const known = await knownScores(database, projectId, rows);
  const stored: object[] = [];
  const outcomes = rows.map((score): ScoreOutcome => {
    const before = known.get(score.id);
    if (before !== undefined && !mayReplace(score, before)) return "refused";
    const history = before === undefined ? null : historyAfter(before, score);
    const row = nextState({ ...score, history }, before, clock);
    known.set(row.id, row);
    stored.push(asInserted(row));
    return before === undefined ? "created" : "replaced";
  });
  await database.insert("scores", stored);
  return outcomes;
}

/** Stores scores of a project as they are. A score that is stored already is replaced and keeps the time of its creation. */
export async function putScores(
  database: ClickHouseDatabase,
  clock: ArrivalClock,
  projectId: string,
  scores: readonly StoredScore[],
): Promise<void> {
  const rows = scores.map(withStorableTexts);
  const known = await knownScores(database, projectId, rows);
  const stored = rows.map((score) => {
    const row = nextState(score, known.get(score.id), clock);
    known.set(row.id, row);
    return asInserted(row);
  });
  await database.insert("scores", stored);
}

async function knownScores(
  database: ClickHouseDatabase,
  projectId: string,
  scores: readonly StoredScore[],
): Promise<Map<string, KnownScore>> {
  const known = new Map<string, KnownScore>();
  for (let start = 0; start < scores.length; start += MOST_IDS) {
    const ids = scores.slice(start, start + MOST_IDS).map(({ id }) => id);
    const found = await database.all(sql<KnownScore>`SELECT ${namedColumns(KNOWN, "s")} FROM scores AS s FINAL
      WHERE s.projectId = ${projectId} AND s.id IN ${arraySql(ids)}`);
    for (const score of found) known.set(score.id, score);
  }
  return known;
}

/**
 * Returns the state of a score that follows the stored one. The state with the highest version counts. The versions of a public key are
 * times in milliseconds, below all numbers of the clock: another process may store a judgement with the same id between the read and
 * the write, and the public key must not replace it.
 */
function nextState(score: StoredScore, before: KnownScore | undefined, clock: ArrivalClock): KnownScore {
  const version = score.writerKind === "PUBLIC_KEY" ? Date.now() : clock.next();
  return {
    ...score,
    // The clock of another process may be ahead of this one.
    rowVersion: Math.max(version, (before?.rowVersion ?? 0) + 1),
    createdAt: before?.createdAt ?? score.createdAt,
  };
}

function withStorableTexts(score: StoredScore): StoredScore {
  return Object.fromEntries(
    Object.entries(score).map(([name, value]) => [name, storable(value)]),
  ) as unknown as StoredScore;
}

function asInserted(row: KnownScore): object {
  return { ...row, metadata: jsonByKey(row.metadata) };
}

export async function deleteScore(database: ClickHouseDatabase, projectId: string, id: string): Promise<void> {
  await database.run(sql`DELETE FROM scores WHERE projectId = ${projectId} AND id = ${id}`);
}
