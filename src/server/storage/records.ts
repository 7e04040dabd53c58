import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { readRow, readRows } from "./reading-rows.ts";

/** One row as SQLite gives it. */
export type Row = Record<string, SQLOutputValue>;

/** What one statement of a write does. */
export interface Statement {
  sql: string;
  values: SQLInputValue[];
  /** Undo the whole write when this statement changes nothing. Default false. */
  mustChange?: boolean;
}

/** What one statement of a write did. */
export interface StatementResult {
  /** How many rows were inserted, updated or deleted. */
  changes: number;
  /** What `RETURNING` gave. */
  rows: Row[];
}

/**
 * A write that was undone as a whole. `unchanged`: a statement with `mustChange` found nothing to change; `constraint`: a
 * uniqueness or another rule of the tables forbids it.
 */
export class WriteConflict extends Error {
  readonly reason: "unchanged" | "constraint";
  /** Index of the statement that could not be done. */
  readonly statement: number;

  constructor(reason: "unchanged" | "constraint", statement: number, message: string) {
    super(message);
    this.name = "WriteConflict";
    this.reason = reason;
    this.statement = statement;
  }
}

/** A write that was undone because the disk, or another process that has the file, did not let it through: later it may succeed. */
export class WriteUnavailable extends Error {
  constructor(cause: string) {
    super(cause);
    this.name = "WriteUnavailable";
  }
}

/** The one writer of the database. */
export interface StatementWriter {
  /** Runs statements in one transaction. Rejects with {@link WriteConflict}, {@link WriteUnavailable}, or an error of the database. */
  execute(statements: Statement[]): Promise<StatementResult[]>;
}

/** Reads of records, on one connection: a statement is prepared once. */
export class RecordReader {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Every row of a query. */
  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return readRows(this.#prepare(sql), ...values);
  }

  /** The first row of a query, or undefined. */
  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return readRow(this.#prepare(sql), ...values);
  }

  #prepare(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

/**
 * The port to all records that are not spans: reads here, at once; writes through the one writer, each in one transaction. What
 * may go through many rows is one of the `SlowReads` instead.
 */
export class Records extends RecordReader {
  readonly #writer: StatementWriter;

  constructor(database: DatabaseSync, writer: StatementWriter) {
    super(database);
    this.#writer = writer;
  }

  /**
   * Runs the statements in one transaction; when it resolves they are stored and every read sees them. Rejects with
   * {@link WriteConflict} when they cannot be done, and then none is. What must not change between a read and the write
   * that rests on it belongs into the SQL (`INSERT … SELECT max(version) + 1 …`), or into a statement with `mustChange`.
   */
  async write(statements: Statement[]): Promise<StatementResult[]> {
    return this.#writer.execute(statements);
  }
}
