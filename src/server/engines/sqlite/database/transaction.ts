import type { DatabaseSync } from "node:sqlite";

/** Runs the work in one transaction. When the work throws, nothing of it is stored. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  return between(database, "BEGIN IMMEDIATE", work);
}

/** Runs reads on the database as it is at the first of them. A database in memory may change between two reads all the same. */
export function inSnapshot<T>(database: DatabaseSync, reads: () => T): T {
  return between(database, "BEGIN", reads);
}

function between<T>(database: DatabaseSync, begin: string, work: () => T): T {
  database.exec(begin);
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
