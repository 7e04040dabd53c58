/** Primary result codes of SQLite: https://sqlite.org/rescode.html */
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

/** Returns true for an SQLite error with one of these codes. */
export function hasSqliteCode(error: unknown, ...codes: Array<keyof typeof CODES>): boolean {
  const code = error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : undefined;
  return codes.some((name) => CODES[name] === code);
}

/** Returns true for an error that the request did not cause: the disk is full or fails, or another process uses the file. */
export function isStorageUnavailable(error: unknown): boolean {
  return hasSqliteCode(error, "BUSY", "LOCKED", "READONLY", "IOERR", "FULL", "CANTOPEN");
}
