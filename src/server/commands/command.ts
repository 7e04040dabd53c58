import type { DatabaseSync } from "node:sqlite";
import { databaseFileIn, defaultDataDirectory } from "../storage/data-directory.ts";
import { documentsUrlIn } from "../storage/documents-url.ts";
import { PostgresDatabase } from "../engines/postgres/postgres-database.ts";
import { PostgresRecords } from "../engines/postgres/postgres-records.ts";
import { parseSize } from "../storage/pruning/byte-size.ts";
import { RecordReader } from "../engines/sqlite/database/record-reader.ts";
import { SqliteRecords } from "../engines/sqlite/sqlite-records.ts";
import type { Records } from "../storage/records.ts";
import { openDatabase } from "../engines/sqlite/database/database.ts";
import { inTransaction } from "../engines/sqlite/database/transaction.ts";
import { StatementRunner } from "../engines/sqlite/write/statement-runner.ts";

export interface Command {
  help: string;
  run: (parameters: string[]) => Promise<void>;
}

/** Writes the output of the command to stdout. */
export function say(text: string): void {
  process.stdout.write(text);
}

/** Writes a note to stderr, so that it does not end up in a file with the output. */
export function note(line: string): void {
  process.stderr.write(`svc-server: ${line}\n`);
}

/** Returns the message of an error with that of its cause, which often tells what to do. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  return cause instanceof Error && !message.includes(cause.message) ? `${message} (${cause.message})` : message;
}

/**
 * Opens the database of a data directory for some work. A service that runs on the directory keeps running. Documents in a
 * database elsewhere are seen as the service has copied them.
 */
export async function withDatabase<T>(
  directory: string | undefined,
  work: (database: DatabaseSync) => T | Promise<T>,
): Promise<T> {
  const file = databaseFileIn(directory ?? defaultDataDirectory());
  const database = openDatabase({ file, hasCopiedDocuments: documentsUrlIn(process.env) !== undefined });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** Opens the documents for some work: in the database of the environment, else in the file of a data directory. */
export async function withDocuments<T>(
  directory: string | undefined,
  work: (records: Records) => Promise<T>,
): Promise<T> {
  const url = documentsUrlIn(process.env);
  if (url === undefined) return withDatabase(directory, async (database) => work(recordsOf(database)));
  const database = await PostgresDatabase.open(url);
  try {
    return await work(new PostgresRecords(database));
  } finally {
    await database.close();
  }
}

/** Returns the documents in a database of a command, which writes without a thread. */
function recordsOf(database: DatabaseSync): Records {
  const runner = new StatementRunner(database);
  return new SqliteRecords(new RecordReader(database), {
    execute: async (statements) => inTransaction(database, () => runner.run(statements)),
  });
}

/** Reads `--keep-days`; 0 means forever. */
export function readDays(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new Error(`--keep-days ${text}: a number of days is expected, 0 for ever.`);
  return Number(text);
}

/** Reads `--max-size` as bytes; 0 means no limit. */
export function readSize(text: string): number {
  const bytes = parseSize(text);
  if (bytes === undefined)
    throw new Error(`--max-size ${text}: a size such as 500MB or 4GB is expected, 0 for no limit.`);
  return bytes;
}
