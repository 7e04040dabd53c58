/** SQLite's primary result codes: https://sqlite.org/rescode.html */
const CODES = {
  BUSY: 5,
  LOCKED: 6,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  CONSTRAINT: 19,
  NOTADB: 26,
} as const;

/** True for an error of SQLite with one of these codes. */
export function hasSqliteCode(error: unknown, ...codes: Array<keyof typeof CODES>): boolean {
  const code = error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : undefined;
  return codes.some((name) => CODES[name] === code);
}

/** True for an error that is no fault of what was asked for: the disk is full or refuses, or another process has the file. */
export function isStorageUnavailable(error: unknown): boolean {
  return hasSqliteCode(error, "BUSY", "LOCKED", "READONLY", "IOERR", "FULL", "CANTOPEN");
}
