import type { DatabaseSync } from "node:sqlite";
import { inTransaction } from "./transaction.ts";

// Without positions the index is half the size: it gives candidates, and the text itself decides.
const TABLE = `CREATE VIRTUAL TABLE IF NOT EXISTS observation_text USING fts5(
  input, output, content='', contentless_delete=1, detail=none, tokenize="unicode61 remove_diacritics 0"
)`;

// After this the index has every text: those that were there before it, and those that a Node.js without FTS5 stored.
const INDEX_MISSING = `INSERT INTO observation_text (rowid, input, output)
  SELECT seq, input, output FROM observation_content
  WHERE seq > (SELECT coalesce(max(id), 0) FROM observation_text_docsize)`;

// Otherwise deletions would merge the parts of the index that they have emptied most, whole parts at once: that can take
// seconds, in which nobody writes. The merges that insertions make leave out what was deleted, some pages at a time.
const MERGE_WITH_INSERTIONS = "INSERT INTO observation_text (observation_text, rank) VALUES ('deletemerge', 0)";
const MERGES_WITH_DELETIONS =
  "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM observation_text_config WHERE k = 'deletemerge' AND v = 0)";

// Only for connections that can: one without FTS5 could not delete anything otherwise.
const FOLLOW_DELETIONS = `CREATE TEMP TRIGGER content_deleted AFTER DELETE ON main.observation_content BEGIN
  DELETE FROM observation_text WHERE rowid = old.seq;
END`;

const IS_BEHIND = `SELECT 1 FROM observation_content
  WHERE seq > (SELECT coalesce(max(id), 0) FROM observation_text_docsize) LIMIT 1`;

/** True when this SQLite has FTS5, which official builds of Node.js have. */
export function hasFullText(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'").get() !== undefined;
}

/** Makes the full-text index over input and output where SQLite can, brings it up to date and keeps it so on deletions. */
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

/** Leaves out of the full-text index what was deleted. Keeps others from writing until it is done. */
export function compactFullText(database: DatabaseSync): void {
  if (hasFullText(database)) database.exec("INSERT INTO observation_text (observation_text) VALUES ('optimize')");
}
