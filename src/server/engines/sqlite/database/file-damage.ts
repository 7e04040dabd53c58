import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { databaseDamage } from "./database-problem.ts";
import type { DatabaseLocation } from "./database.ts";
import { hasSqliteCode } from "./sqlite-errors.ts";

/** Largest file that is checked before the service starts, in bytes: about half a second. A larger one is checked while it runs. */
const CHECKED_AT_ONCE = 32 * 1024 * 1024;

/** Damage of the database file, as whichever connection meets it first reports it. */
export class FileDamage {
  readonly #file: string | undefined;
  readonly #log: (line: string) => void;
  #onFound: () => void = () => undefined;
  #isFound = false;

  constructor(location: DatabaseLocation, log: (line: string) => void) {
    this.#file = "file" in location ? location.file : undefined;
    this.#log = log;
  }

  /** True as soon as a connection has met damage. */
  get isFound(): boolean {
    return this.#isFound;
  }

  /** Sets the function that is called when damage is found. */
  set onFound(listener: () => void) {
    this.#onFound = listener;
  }

  /** Notes the damage if an error reports one. */
  note(error: unknown): void {
    if (isDamage(error)) this.found();
  }

  /** Notes the damage if it ended a thread, whose error has lost its code on the way here. */
  noteEnd(error: unknown): void {
    if (error instanceof Error && DAMAGE_TEXTS.test(error.message)) this.found();
  }

  /** Notes that the file is damaged. The first time logs the file and what to do. */
  found(): void {
    if (this.#isFound || this.#file === undefined) return;
    this.#isFound = true;
    const remedy = databaseDamage(this.#file, CORRUPT);
    this.#log(`${remedy}. Until then exports and changes are answered with 503, and what is whole can be read`);
    this.#onFound();
  }
}

/** Messages of SQLite about damage, and that of `openDatabase`. */
const DAMAGE_TEXTS = /malformed|not a database|is damaged/;

/** Error as SQLite reports damage. */
const CORRUPT = Object.assign(new Error("database disk image is malformed"), { errcode: 11 });

/** Returns true for an error that reports a damaged file. */
export function isDamage(error: unknown): boolean {
  return hasSqliteCode(error, "CORRUPT", "NOTADB");
}

/** Returns true for a file that is too large to be checked before the service starts. */
export function isCheckedLater(location: DatabaseLocation): boolean {
  return "file" in location && sizeOf(location.file) > CHECKED_AT_ONCE;
}

/**
 * Checks the pages of a file that is small enough, without a change to it. Throws, with a message that says what to do, when one is
 * damaged.
 */
export function checkSmallFile(location: DatabaseLocation): void {
  if (!("file" in location) || sizeOf(location.file) === 0 || isCheckedLater(location)) return;
  try {
    const database = new DatabaseSync(location.file, { readOnly: true });
    try {
      checkPages(database);
    } finally {
      database.close();
    }
  } catch (error) {
    const damage = databaseDamage(location.file, error);
    // Another problem is named where the file is opened for writing.
    if (damage !== undefined) throw new Error(damage, { cause: error });
  }
}

/**
 * Checks the structure of every page of a database: that of its tables and indexes, not the text in them. Throws an error of SQLite's
 * kind when one is damaged. Takes about ten seconds for each gigabyte.
 */
export function checkPages(database: DatabaseSync): void {
  const found = database.prepare("PRAGMA quick_check(1)").get()?.["quick_check"];
  if (found !== "ok") throw CORRUPT;
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
