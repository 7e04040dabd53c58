import type { DatabaseSync } from "node:sqlite";
import { inTransaction } from "./transaction.ts";

// Without positions the index is half the size: it gives candidates, and the text itself decides.
const TABLE = `CREATE VIRTUAL TABLE IF NOT EXISTS observation_text USING fts5(
  input, output, content='', contentless_delete=1, detail=none, tokenize="unicode61 remove_diacritics 0"
)`;

// After this statement the index has every text, including texts from before the index and texts that a Node.js without FTS5
// stored.
const INDEX_MISSING = `INSERT INTO observation_text (rowid, input, output)
  SELECT seq, input, output FROM observation_content
  WHERE seq > (SELECT coalesce(max(id), 0) FROM observation_text_docsize)`;

// By default a deletion merges whole segments of the index, those with the most deleted entries first. That can block writers
// for seconds. The merges after insertions drop deleted entries too, a few pages at a time.
const MERGE_WITH_INSERTIONS = "INSERT INTO observation_text (observation_text, rank) VALUES ('deletemerge', 0)";
const MERGES_WITH_DELETIONS =
  "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM observation_text_config WHERE k = 'deletemerge' AND v = 0)";

// Only connections with FTS5 get this trigger: without FTS5, every deletion would fail.
const FOLLOW_DELETIONS = `CREATE TEMP TRIGGER content_deleted AFTER DELETE ON main.observation_content BEGIN
  DELETE FROM observation_text WHERE rowid = old.seq;
END`;

const IS_BEHIND = `SELECT 1 FROM observation_content
  WHERE seq > (SELECT coalesce(max(id), 0) FROM observation_text_docsize) LIMIT 1`;

/** Returns true when this SQLite has FTS5, which official builds of Node.js have. */
export function hasFullText(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'").get() !== undefined;
}

/**
 * Creates the full-text index over input and output when SQLite has FTS5, adds missing texts, and keeps the index current on
 * deletions.
 */
export function prepareFullText(database: DatabaseSync): void {
  if (!hasFullText(database)) return;
  const exists = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'observation_text'").get() !== undefined;
  if (!exists || database.prepare(IS_BEHIND).get() !== undefined) {
    inTransaction(database, () => {
      database.exec(TABLE);
      database.exec(INDEX_MISSING);
    });
  }
  if (database.prepare(MERGES_WITH_DELETIONS).get() !== undefined) database.exec(MERGE_WITH_INSERTIONS);
  database.exec(FOLLOW_DELETIONS);
}

/** Removes deleted texts from the full-text index. Blocks other writers until it is done. */
export function compactFullText(database: DatabaseSync): void {
  if (hasFullText(database)) database.exec("INSERT INTO observation_text (observation_text) VALUES ('optimize')");
}
