import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { ForeignDatabase, databaseProblem } from "./database-problem.ts";
import { prepareFullText } from "./full-text.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import { inTransaction } from "./transaction.ts";

/** How long a connection waits for another process that writes to the same file. */
const BUSY_TIMEOUT_MS = 5_000;

/** Memory for pages of the database, per connection, in KiB. */
const CACHE_KIB = 64 * 1024;

/**
 * Where the data is: a file, or a database in memory that every connection of this process with the same name shares and that
 * is gone when the last of them closes.
 */
export type DatabaseLocation = { file: string } | { memory: string };

/**
 * Opens a connection and brings the database to the present schema. Throws when a newer version of the service wrote it, when it is
 * another program's, and when the file is damaged or cannot be used: the message names the file and what to do.
 */
export function openDatabase(location: DatabaseLocation): DatabaseSync {
  try {
    return open(location);
  } catch (error) {
    const problem = databaseProblem(addressOf(location), error);
    throw problem === undefined ? error : new Error(problem, { cause: error });
  }
}

function open(location: DatabaseLocation): DatabaseSync {
  if ("file" in location) createPrivately(location.file);
  const database = new DatabaseSync(addressOf(location), { timeout: BUSY_TIMEOUT_MS });
  try {
    // Before anything that would change the file.
    if (isForeign(database)) throw new ForeignDatabase(addressOf(location));
    // Connections to one memory database block each other table by table, without waiting; a reader there looks past the
    // lock instead, and may see a batch that is still being written.
    database.exec(
      "memory" in location
        ? "PRAGMA read_uncommitted = 1"
        : "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL",
    );
    database.exec(`PRAGMA synchronous = NORMAL; PRAGMA cache_size = -${CACHE_KIB}`);
    migrate(database, location);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a connection that only reads, to a database that `openDatabase` has opened before. */
export function openReader(location: DatabaseLocation): DatabaseSync {
  const database = new DatabaseSync(addressOf(location), { timeout: BUSY_TIMEOUT_MS, readOnly: "file" in location });
  // One to memory cannot be opened for reading alone: it would be another database.
  if ("memory" in location) database.exec("PRAGMA read_uncommitted = 1; PRAGMA query_only = 1");
  database.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  return database;
}

/** What SQLite knows the place by. */
function addressOf(location: DatabaseLocation): string {
  return "file" in location ? location.file : `file:${location.memory}?mode=memory&cache=shared`;
}

/** What applications send to their models is nobody else's to read; SQLite gives its side files the rights of the first. */
function createPrivately(file: string): void {
  closeSync(openSync(file, "a", 0o600));
}

/** True for a database with tables, but not those that this service makes first. */
function isForeign(database: DatabaseSync): boolean {
  const { tables, own } = database
    .prepare(
      `SELECT count(*) AS tables, coalesce(sum(name IN ('observations', 'observations_before')), 0) AS own
      FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .get() as { tables: number; own: number };
  return own === 0 && (tables > 0 || schemaVersion(database) > 0);
}

function migrate(database: DatabaseSync, location: DatabaseLocation): void {
  if (schemaVersion(database) < MIGRATIONS.length) {
    inTransaction(database, () => {
      // Asked again: another process may have been faster.
      const missing = MIGRATIONS.slice(schemaVersion(database));
      for (const sql of missing) database.exec(sql);
      if (missing.length > 0) database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    });
  }
  const version = schemaVersion(database);
  if (version > MIGRATIONS.length) {
    throw new Error(
      `${addressOf(location)} was written by a newer version of this service (schema ${version}, this one reads up to ` +
        `${MIGRATIONS.length}). Start that version, or choose another data directory.`,
    );
  }
  prepareFullText(database);
}

function schemaVersion(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
}
