import type { SQLInputValue } from "node:sqlite";
import type { FittingRows } from "./page-bytes.ts";
import type { Row, Sql } from "./sql.ts";

export interface Statement {
  sql: string;
  values: readonly SQLInputValue[];
  /** True to undo the whole write when this statement changes nothing. Default false. */
  mustChange?: boolean;
}

/** Returns the statement of a write that is undone as a whole when this statement changes nothing. */
export function mustChange({ sql: text, values }: Sql): Statement {
  return { sql: text, values, mustChange: true };
}

export interface ListPart {
  /** Number of items before the part. */
  offset: number;
  limit: number;
}

export interface Listed<Item> {
  items: Item[];
  /** Number of items of the whole list. */
  total: number;
}

/** Part of a list that begins behind an item. */
export interface ListedBehind<Item> {
  items: Item[];
  /** Place of the last of these items; undefined at the end of the list. */
  last: number | undefined;
}

/** Query for a list that is read page by page. */
export interface PagedQuery<R> {
  columns: Sql<R>;
  /** Table and conditions: `FROM … WHERE …`. */
  from: Sql;
  /** Columns of the order, which must be the same for each page. */
  order: Sql;
}

export interface StatementResult {
  /** Number of rows that the statement inserted, updated or deleted. */
  changes: number;
  /** Rows from `RETURNING`. */
  rows: Row[];
}

/**
 * Error for a write that was undone as a whole. `unchanged`: a statement with `mustChange` changed nothing; `constraint`: a
 * UNIQUE or another constraint of the tables forbids the write.
 */
export class WriteConflict extends Error {
  readonly reason: "unchanged" | "constraint";
  /** Index of the statement that failed. */
  readonly statement: number;

  constructor(reason: "unchanged" | "constraint", statement: number, message: string) {
    super(message);
    this.name = "WriteConflict";
    this.reason = reason;
    this.statement = statement;
  }
}

/**
 * Error for a write that was undone because of the disk or because another process uses the file. A later attempt may succeed.
 */
export class WriteUnavailable extends Error {
  constructor(cause: string) {
    super(cause);
    this.name = "WriteUnavailable";
  }
}

/** Error for a read or a write that a database elsewhere did not do, because it does not answer. A later attempt may succeed. */
export class RecordsUnavailable extends Error {
  constructor(cause: string) {
    super(cause);
    this.name = "RecordsUnavailable";
  }
}

/** Error for a read that was ended because it took longer than `timeoutMs`. */
export class ReadTooLong extends Error {
  constructor(timeoutMs: number) {
    super(
      `The read took longer than ${timeoutMs / 1_000} s and was ended: ask for a shorter time, fewer rows or fewer filters`,
    );
    this.name = "ReadTooLong";
  }
}

/** Error for a write with a value that the database cannot hold. Nothing of the write is stored. */
export class RecordRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = "RecordRefused";
  }
}

/** Writer of the database. There is only one. */
export interface StatementWriter {
  /**
   * Runs statements in one transaction. Rejects with {@link WriteConflict}, {@link WriteUnavailable}, or an error of the
   * database.
   */
  execute(statements: Statement[]): Promise<StatementResult[]>;
}

/**
 * Port to all records that are neither observations nor scores: prompts, datasets, keys, configurations. Writes are
 * transactions. Reads that may go through many rows belong to `ObservationReads` instead.
 */
export interface Records {
  /** Reads every row of a query. */
  all<R>(query: Sql<R>): Promise<R[]>;
  /** Reads the first row of a query, or undefined. */
  get<R>(query: Sql<R>): Promise<R | undefined>;
  /** Reads the first rows of a query, as many as one page has room for. */
  fitting<R>(query: Sql<R>): Promise<FittingRows<R>>;
  /**
   * Reads a part of a list, and counts the rows of the whole list. Rejects with `PageTooLarge` when one page has no room for the
   * texts of the part.
   */
  page<R>(query: PagedQuery<R>, part: ListPart): Promise<Listed<R>>;
  /**
   * Runs the statements in one transaction. When it resolves, the changes are stored and every read sees them. Rejects with
   * {@link WriteConflict} when a statement fails; then no statement is stored. A condition that must hold from a read until the
   * write belongs into the SQL (`INSERT … SELECT max(version) + 1 …`), or into a statement with `mustChange`.
   */
  write(statements: Statement[]): Promise<StatementResult[]>;
}
