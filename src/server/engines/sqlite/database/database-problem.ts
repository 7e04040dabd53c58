import { hasSqliteCode } from "./sqlite-errors.ts";

/** Advice for a file that is not a database of this service. */
const CHOOSE_ANOTHER = "Choose another data directory with --data DIR, or move the file away.";

/** Error for a database of another program. Nothing in that database was changed. */
export class ForeignDatabase extends Error {
  constructor(file: string) {
    super(`${file} is a database of another program. ${CHOOSE_ANOTHER}`);
    this.name = "ForeignDatabase";
  }
}

/** Returns a message when the file is damaged or is not a database, with what to do; undefined for any other error. */
export function databaseDamage(file: string, error: unknown): string | undefined {
  if (hasSqliteCode(error, "NOTADB")) return `${file} is not a database. ${CHOOSE_ANOTHER}`;
  if (hasSqliteCode(error, "CORRUPT")) {
    return (
      `${file} is damaged. End the service and move the file away, together with the files ${file}-wal and ${file}-shm. The ` +
      `service then starts with an empty database. To read the rest of the data: sqlite3 ${file} .recover`
    );
  }
  return undefined;
}

/**
 * Returns a message that says why the database could not be opened, with what to do; undefined for an error that is not about
 * the file.
 */
export function databaseProblem(file: string, error: unknown): string | undefined {
  const damage = databaseDamage(file, error);
  if (damage !== undefined) return damage;
  if (hasSqliteCode(error, "BUSY", "LOCKED")) {
    return `${file} is locked by another program. End that program, or choose another data directory with --data DIR.`;
  }
  if (hasSqliteCode(error, "READONLY", "IOERR", "FULL", "CANTOPEN") || isFileError(error)) {
    return (
      `${file} cannot be opened for writing. See that this user may write to it and that the disk has free space, or choose ` +
      "another data directory with --data DIR."
    );
  }
  return undefined;
}

/** Returns what to do about a write that the disk or another process prevented. `directory`: undefined for data in memory. */
export function writeAdvice(directory: string | undefined): string {
  return directory === undefined
    ? "A later attempt may succeed"
    : `A later attempt may succeed. See that the disk of ${directory} has free space and that this user may write to it`;
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
