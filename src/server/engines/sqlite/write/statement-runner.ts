import type { DatabaseSync } from "node:sqlite";
import { type Statement, type StatementResult, WriteConflict } from "../../../storage/records.ts";
import { hasSqliteCode } from "../database/sqlite-errors.ts";
import { StatementCache } from "../database/statement-cache.ts";

/** Runner for the statements of writes. The caller opens the transaction around them. */
export class StatementRunner {
  readonly #statements: StatementCache;

  constructor(database: DatabaseSync) {
    this.#statements = new StatementCache(database);
  }

  /** Runs the statements in order and returns the result of each. Throws `WriteConflict` for a statement that fails. */
  run(statements: Statement[]): StatementResult[] {
    return statements.map((statement, index) => {
      const result = this.#runOne(statement, index);
      if (statement.mustChange && result.changes === 0) {
        throw new WriteConflict("unchanged", index, "The statement changed no row");
      }
      return result;
    });
  }

  #runOne({ sql, values }: Statement, index: number): StatementResult {
    try {
      const statement = this.#statements.prepare(sql);
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
}
