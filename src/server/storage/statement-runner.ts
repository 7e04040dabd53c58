import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type Statement, type StatementResult, WriteConflict } from "./records.ts";
import { hasSqliteCode } from "./sqlite/sqlite-errors.ts";

/** Runner for the statements of writes. The caller opens the transaction around them. */
export class StatementRunner {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Runs the statements in order and returns the result of each. Throws `WriteConflict` for a statement that fails. */
  run(statements: Statement[]): StatementResult[] {
    return statements.map((statement, index) => {
      const result = this.#runOne(statement, index);
      if (statement.mustChange && result.changes === 0) {
        throw new WriteConflict("unchanged", index, "There is nothing that this could change");
      }
      return result;
    });
  }

  #runOne({ sql, values }: Statement, index: number): StatementResult {
    try {
      const statement = this.#prepare(sql);
      if (statement.columns().length === 0) return { changes: Number(statement.run(...values).changes), rows: [] };
      const rows = statement.all(...values);
      return { changes: rows.length, rows };
    } catch (error) {
      if (error instanceof Error && hasSqliteCode(error, "CONSTRAINT")) {
        throw new WriteConflict("constraint", index, error.message);
      }
      throw error;
    }
  }

  #prepare(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}
