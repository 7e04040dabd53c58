import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, vi } from "vitest";

const BLOCK = 1_024;

/** Runs the work on the database file of a service, beside the service. */
export function inDatabase<T>(directory: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(directory, "observations.sqlite"), { timeout: 5_000 });
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Waits until every full block of observations is in the index. */
export async function indexFilled(directory: string): Promise<void> {
  const blocks = (): { full: number[]; indexed: number[] } =>
    inDatabase(directory, (database) => {
      const { first, last } = database.prepare("SELECT min(seq) AS first, max(seq) AS last FROM observations").get()!;
      const full: number[] = [];
      for (let block = Math.floor(Number(first) / BLOCK); (block + 1) * BLOCK <= Number(last) + 1; block += 1) {
        full.push(block);
      }
      const indexed = database.prepare("SELECT block FROM indexed_blocks ORDER BY block").all();
      return { full, indexed: indexed.map(({ block }) => Number(block)) };
    });
  const check = (): void => {
    const { full, indexed } = blocks();
    expect(indexed).toEqual(full);
  };
  await vi.waitFor(check, { timeout: 15_000, interval: 20 });
}

/** Tables that later migrations made. */
const LATER_TABLES = [
  "indexed_blocks",
  "block_values",
  "block_totals",
  "block_lists",
  "copied_models",
  "copied_projects",
  "copied_prompt_versions",
  "copied_comments",
  "media_holders",
  "prompt_numbers",
];

/** Columns that later migrations made, each with its table. */
const LATER_COLUMNS = [
  ["scores", "writerKind"],
  ["scores", "writerId"],
  ["scores", "history"],
  ["observations", "isOpen"],
];

/** Views and triggers that later migrations made. */
const LATER_PARTS = `SELECT type, name FROM sqlite_schema WHERE name LIKE 'media\\_in\\_%' ESCAPE '\\'
  OR (type = 'trigger' AND (name LIKE '%\\_media' ESCAPE '\\' OR name IN ('prompt_version_numbered', 'key_pair_closes')))`;

/** Makes a file one of an earlier release, which had no index by blocks. Later migrations must have changed nothing else. */
export function withoutIndex(directory: string, schema: number): void {
  inDatabase(directory, (database) => {
    for (const trigger of ["observation_left_block", "observation_changed_in_block"]) {
      database.exec(`DROP TRIGGER IF EXISTS ${trigger}`);
    }
    for (const { type, name } of database.prepare(LATER_PARTS).all())
      database.exec(`DROP ${String(type)} ${String(name)}`);
    for (const table of LATER_TABLES) database.exec(`DROP TABLE IF EXISTS ${table}`);
    for (const [table, column] of LATER_COLUMNS) database.exec(`ALTER TABLE ${table} DROP COLUMN ${column}`);
    database.exec(`PRAGMA user_version = ${schema}`);
  });
}
