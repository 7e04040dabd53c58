import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Default number of statements to keep. Without filters, the service has fewer statements than this. */
const MOST_STATEMENTS = 200;

/**
 * Prepared statements of one connection. To prepare a statement can take longer than to read with it. Each combination of
 * filters is another statement, so the cache keeps only the statements used last.
 */
export class StatementCache {
  readonly #database: DatabaseSync;
  readonly #most: number;
  /** Statements by their text, in the order of their last use. */
  readonly #statements = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, most: number = MOST_STATEMENTS) {
    this.#database = database;
    this.#most = most;
  }

  /** Number of statements in the cache. */
  get size(): number {
    return this.#statements.size;
  }

  /** Returns the prepared statement. Its rows must be read before the same statement is prepared again. */
  prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) this.#statements.delete(sql);
    const statement = known ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    if (this.#statements.size > this.#most) this.#dropOldest();
    return statement;
  }

  #dropOldest(): void {
    for (const oldest of this.#statements.keys()) {
      this.#statements.delete(oldest);
      return;
    }
  }
}
