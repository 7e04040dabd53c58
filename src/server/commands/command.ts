import type { DatabaseSync } from "node:sqlite";
import { parseSize } from "../ingest/writer/housekeeping.ts";
import { databaseFileIn, defaultDataDirectory } from "../storage/data-directory.ts";
import { openDatabase } from "../storage/database.ts";

/** One command of the program. */
export interface Command {
  help: string;
  run: (parameters: string[]) => Promise<void>;
}

/** Writes what the command is for. */
export function say(text: string): void {
  process.stdout.write(text);
}

/** Writes what went on beside that, where it does not end up in a file. */
export function note(line: string): void {
  process.stderr.write(`svc-server: ${line}\n`);
}

/** An error with its cause, which is often the part that tells what to do. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}

/** Works on the database of a data directory; a service that runs on it goes on running. */
export async function withDatabase<T>(
  directory: string | undefined,
  work: (database: DatabaseSync) => T | Promise<T>,
): Promise<T> {
  const database = openDatabase({ file: databaseFileIn(directory ?? defaultDataDirectory()) });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** Reads `--keep-days`; 0 stands for ever. */
export function readDays(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new Error(`--keep-days ${text}: a number of days is expected, 0 for ever.`);
  return Number(text);
}

/** Reads `--max-size`; 0 stands for no limit. */
export function readSize(text: string): number {
  const bytes = parseSize(text);
  if (bytes === undefined)
    throw new Error(`--max-size ${text}: a size such as 500MB or 4GB is expected, 0 for no limit.`);
  return bytes;
}
