import { hasSqliteCode } from "./sqlite-errors.ts";

/** What to do about a file that is no database of this service. */
const ELSEWHERE = "Choose another data directory with --data DIR, or move the file away.";

/** The database is another program's: nothing of it was changed. */
export class ForeignDatabase extends Error {
  constructor(file: string) {
    super(`${file} is a database of another program. ${ELSEWHERE}`);
    this.name = "ForeignDatabase";
  }
}

/** That the file holds no database, or a damaged one, and the way out; undefined for any other error. */
export function databaseDamage(file: string, error: unknown): string | undefined {
  if (hasSqliteCode(error, "NOTADB")) return `${file} is not a database. ${ELSEWHERE}`;
  if (hasSqliteCode(error, "CORRUPT")) {
    return (
      `${file} is damaged. End the service and move the file away, with those beside it that end in -wal and -shm, to start with ` +
      `an empty one. What can still be read of it: sqlite3 ${file} .recover`
    );
  }
  return undefined;
}

/** Why the database could not be opened, and the way out; undefined for an error that is not about the file. */
export function databaseProblem(file: string, error: unknown): string | undefined {
  const damage = databaseDamage(file, error);
  if (damage !== undefined) return damage;
  if (hasSqliteCode(error, "BUSY", "LOCKED")) {
    return `${file} is in use by another program that does not let go of it. End that program, or choose another data directory with --data DIR.`;
  }
  if (hasSqliteCode(error, "READONLY", "IOERR", "FULL", "CANTOPEN") || isFileError(error)) {
    return (
      `${file} cannot be opened for writing. See that it is a file of this user and that there is room beside it, or choose ` +
      "another data directory with --data DIR."
    );
  }
  return undefined;
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
