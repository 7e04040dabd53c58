import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { ForeignDatabase, databaseProblem } from "./database-problem.ts";
import { prepareFullText } from "./full-text.ts";
import { MIGRATIONS } from "../migrations/index.ts";
import { showCopiedDocuments } from "./copied-documents.ts";
import { inTransaction } from "./transaction.ts";

/** Time a connection waits for another process that writes to the same file, in milliseconds. */
const BUSY_TIMEOUT_MS = 5_000;

/** Memory for pages of the database, per connection, in KiB. */
const CACHE_KIB = 64 * 1024;

/**
 * Location of the data: a file, or a named database in memory. All connections of this process with the same name share the
 * database in memory, and it is gone when the last of them closes.
 */
export type DatabaseLocation = ({ file: string } | { memory: string }) & {
  /** True when the documents are in a database elsewhere: statements then read the copies of them. Default false. */
  hasCopiedDocuments?: boolean;
};

/**
 * Opens a connection and migrates the database to the current schema. Throws when a newer version of the service or another
 * program wrote the database, and when the file is damaged or cannot be used. The message names the file and what to do.
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
    // Check before any statement that would change the file.
    if (isForeign(database)) throw new ForeignDatabase(addressOf(location));
    // Connections to one database in memory block each other table by table, without waiting. Readers of such a database ignore
    // the lock instead, and may see a batch that is still being written.
    database.exec(
      "memory" in location
        ? "PRAGMA read_uncommitted = 1"
        : "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL",
    );
    database.exec(`PRAGMA synchronous = NORMAL; PRAGMA cache_size = -${CACHE_KIB}`);
    migrate(database, location);
    if (location.hasCopiedDocuments) showCopiedDocuments(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a read-only connection to a database that `openDatabase` has opened before. */
export function openReader(location: DatabaseLocation): DatabaseSync {
  const database = new DatabaseSync(addressOf(location), { timeout: BUSY_TIMEOUT_MS, readOnly: "file" in location });
  if (location.hasCopiedDocuments) showCopiedDocuments(database);
  // A read-only connection to memory would open another database.
  if ("memory" in location) database.exec("PRAGMA read_uncommitted = 1; PRAGMA query_only = 1");
  database.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
  return database;
}

/** Returns the file name or URI that SQLite uses for the location. */
function addressOf(location: DatabaseLocation): string {
  return "file" in location ? location.file : `file:${location.memory}?mode=memory&cache=shared`;
}

/**
 * Creates the file readable by this user only, because it holds what applications send to their models. SQLite gives its side
 * files the permissions of this file.
 */
function createPrivately(file: string): void {
  closeSync(openSync(file, "a", 0o600));
}

/** Returns true for a database that has tables, but not the first tables that this service creates. */
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
      // Read the version again: another process may have migrated the database meanwhile.
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
