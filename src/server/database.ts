import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { SCHEMA, SCHEMA_VERSION } from "./schema.ts";

/** How long a connection waits for another process that writes to the same file. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Where the observations are: a file, or a database in memory that every connection of this process with the same name
 * shares and that is gone when the last of them closes.
 */
export type DatabaseLocation = { file: string } | { memory: string };

/** Opens a connection and brings the database to the present schema. Throws when a newer version of the service wrote it. */
export function openDatabase(location: DatabaseLocation): DatabaseSync {
  if ("file" in location) createPrivately(location.file);
  const database = new DatabaseSync(address(location), { timeout: BUSY_TIMEOUT_MS });
  try {
    // Connections to one memory database block each other table by table, without waiting; a reader there looks past the
    // lock instead, and may see a batch that is still being written.
    database.exec("memory" in location ? "PRAGMA read_uncommitted = 1" : "PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = NORMAL");
    migrate(database, location);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function address(location: DatabaseLocation): string {
  return "file" in location ? location.file : `file:${location.memory}?mode=memory&cache=shared`;
}

/** What applications send to their models is nobody else's to read; SQLite gives its side files the rights of the first. */
function createPrivately(file: string): void {
  closeSync(openSync(file, "a", 0o600));
}

function migrate(database: DatabaseSync, location: DatabaseLocation): void {
  const version = Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
  if (version === SCHEMA_VERSION) return;
  if (version > SCHEMA_VERSION) {
    throw new Error(
      `${address(location)} was written by a newer version of this service (schema ${version}, this one reads up to ` +
        `${SCHEMA_VERSION}). Start that version, or choose another data directory.`,
    );
  }
  database.exec(`BEGIN IMMEDIATE; ${SCHEMA} PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
}
