import {
  type ListPart,
  type Listed,
  type PagedQuery,
  type Records,
  type Statement,
  type StatementResult,
  WriteConflict,
} from "../records.ts";
import { type Sql, sql } from "../sqlite/sql.ts";
import type { PostgresDatabase } from "./postgres-database.ts";
import { asRecordsError, isConstraint, isContention } from "./postgres-errors.ts";
import type { LentClient } from "./postgres-package.ts";
import { postgresText, postgresValue } from "./postgres-text.ts";

/** Advisory lock that writers share, and that a writer holds alone whose transaction failed beside others. */
const WRITE_LOCK = 7_830_002;

/** Most texts of statements to keep. The statements of filters are few. */
const MOST_TEXTS = 1_000;

/**
 * Records in a PostgreSQL database that several processes share. Every write is as if it ran alone, as in SQLite: transactions
 * are serializable, and one that fails because of another runs again while no other runs.
 */
export class PostgresRecords implements Records {
  readonly #database: PostgresDatabase;
  readonly #texts = new Map<string, string>();

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async all<R>(query: Sql<R>): Promise<R[]> {
    const { rows } = await this.#database.read(this.#textOf(query.sql), query.values.map(postgresValue));
    return rows as R[];
  }

  async get<R>(query: Sql<R>): Promise<R | undefined> {
    const [first] = await this.all(query);
    return first;
  }

  async page<R>({ columns, from, order }: PagedQuery<R>, { limit, offset }: ListPart): Promise<Listed<R>> {
    const [counted, items] = await Promise.all([
      this.get(sql<{ total: number }>`SELECT count(*) AS total ${from}`),
      this.all(sql<R>`SELECT ${columns} ${from} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`),
    ]);
    return { items, total: counted?.total ?? 0 };
  }

  async write(statements: Statement[]): Promise<StatementResult[]> {
    try {
      return await this.#database.withClient(async (client) => {
        try {
          return await this.#writeBeside(client, statements);
        } catch (error) {
          if (!isContention(error)) throw error;
        }
        return this.#writeAlone(client, statements);
      });
    } catch (error) {
      throw asRecordsError(error, this.#database.name);
    }
  }

  /** Writes beside other writers. PostgreSQL lets one of two transactions fail that would not give the same one after the other. */
  async #writeBeside(client: LentClient, statements: Statement[]): Promise<StatementResult[]> {
    return inTransaction(client, async () => {
      await client.query(`SELECT pg_advisory_xact_lock_shared(${WRITE_LOCK})`);
      return this.#run(client, statements, false);
    });
  }

  /** Writes while no other writer is under way. What fails now does not fail because of another. */
  async #writeAlone(client: LentClient, statements: Statement[]): Promise<StatementResult[]> {
    // Locked before the transaction begins, so that the transaction sees what the writers before it have stored.
    await client.query(`SELECT pg_advisory_lock(${WRITE_LOCK})`);
    try {
      return await inTransaction(client, async () => this.#run(client, statements, true));
    } finally {
      await client.query(`SELECT pg_advisory_unlock(${WRITE_LOCK})`);
    }
  }

  async #run(client: LentClient, statements: Statement[], isAlone: boolean): Promise<StatementResult[]> {
    const results: StatementResult[] = [];
    for (const [index, { sql, values, mustChange }] of statements.entries()) {
      try {
        const { rows, rowCount } = await client.query(this.#textOf(sql), values.map(postgresValue));
        results.push({ rows, changes: rowCount ?? 0 });
      } catch (error) {
        if (!isConstraint(error) || (isContention(error) && !isAlone)) throw error;
        throw new WriteConflict("constraint", index, (error as Error).message);
      }
      if (mustChange && results[index]?.changes === 0) {
        throw new WriteConflict("unchanged", index, "The statement changed no row");
      }
    }
    return results;
  }

  #textOf(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (this.#texts.size >= MOST_TEXTS) this.#texts.clear();
    const made = postgresText(text);
    this.#texts.set(text, made);
    return made;
  }
}

/** Runs the work in one serializable transaction. When the work throws, nothing of it is stored. */
async function inTransaction<T>(client: LentClient, work: () => Promise<T>): Promise<T> {
  await client.query("BEGIN ISOLATION LEVEL SERIALIZABLE");
  try {
    const result = await work();
    await client.query("COMMIT");
    return result;
  } catch (error) {
    // On a broken connection the server rolls back by itself, and the first error says more.
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}
