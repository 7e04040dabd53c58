import { type FittingRows, MOST_PAGE_BYTES, PageTooLarge } from "../../storage/page-bytes.ts";
import {
  type ListPart,
  type Listed,
  type PagedQuery,
  type Records,
  type Statement,
  type StatementResult,
  WriteConflict,
} from "../../storage/records.ts";
import { type Sql, integerSql, sql } from "../../storage/sql.ts";
import type { PostgresDatabase } from "./postgres-database.ts";
import { asRecordsError, isConstraint, isContention } from "./postgres-errors.ts";
import type { LentClient, PreparedText } from "./postgres-package.ts";
import { postgresText, postgresValue } from "./postgres-text.ts";

/** Advisory lock of writers. Those that read nothing share it, any other holds it alone. */
const WRITE_LOCK = 7_830_002;

/** Most texts of statements to keep, and to prepare on a connection. Lists of filters make few more than the routes have. */
const MOST_TEXTS = 1_000;

/** Statement that changes one row, and whose outcome depends on no other row. */
const ONE_ROW = /^\s*(?:INSERT INTO\b.*\bVALUES\b|UPDATE\b)/s;
const READS = /\bSELECT\b/;

/**
 * Records in a PostgreSQL database that several processes share. Every write is as if it ran alone, as in SQLite: one that reads
 * or removes waits for the writers under way and lets none begin. Writes of single rows run beside each other.
 */
export class PostgresRecords implements Records {
  readonly #database: PostgresDatabase;
  readonly #texts = new Map<string, PreparedText>();

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

  /** The server adds up the bytes of the rows, so that only those that fit are sent. */
  async fitting<R>(query: Sql<R>): Promise<FittingRows<R>> {
    const found = await this.all(sql<
      R & { countOfAll: number }
    >`SELECT * FROM (SELECT *, count(*) OVER () AS countOfAll,
        row_number() OVER (ROWS UNBOUNDED PRECEDING) AS numberOfRow,
        sum(octet_length(found::text)) OVER (ROWS UNBOUNDED PRECEDING) AS bytesSoFar FROM (${query}) found) counted
      WHERE numberOfRow = 1 OR bytesSoFar <= ${integerSql(MOST_PAGE_BYTES)} ORDER BY numberOfRow`);
    const [first] = found;
    const isWhole = first === undefined || first.countOfAll === found.length;
    return { rows: found.map(withoutCounts), isWhole };
  }

  async page<R>({ columns, from, order }: PagedQuery<R>, { limit, offset }: ListPart): Promise<Listed<R>> {
    const [counted, { rows: items, isWhole }] = await Promise.all([
      this.get(sql<{ total: number }>`SELECT count(*) AS total ${from}`),
      this.fitting(sql<R>`SELECT ${columns} ${from} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`),
    ]);
    if (!isWhole) throw new PageTooLarge(items.length);
    return { items, total: counted?.total ?? 0 };
  }

  async write(statements: Statement[]): Promise<StatementResult[]> {
    const isAlone = !statements.every(({ sql }) => ONE_ROW.test(sql) && !READS.test(sql));
    try {
      return await this.#database.withClient(async (client) => {
        try {
          return await this.#transaction(client, statements, isAlone);
        } catch (error) {
          // Two writers waited for each other.
          if (isAlone || !isContention(error)) throw error;
        }
        return this.#transaction(client, statements, true);
      });
    } catch (error) {
      throw asRecordsError(error, this.#database.name);
    }
  }

  /** Runs the statements in one transaction. When one fails, none is stored. */
  async #transaction(client: LentClient, statements: Statement[], isAlone: boolean): Promise<StatementResult[]> {
    // Each later statement sees what was stored before it began, which includes all writers that held the lock before.
    const lock = isAlone ? "pg_advisory_xact_lock" : "pg_advisory_xact_lock_shared";
    try {
      await client.query(`BEGIN ISOLATION LEVEL READ COMMITTED; SELECT ${lock}(${WRITE_LOCK})`);
      const results = await this.#run(client, statements);
      await client.query("COMMIT");
      return results;
    } catch (error) {
      // On a broken connection the server rolls back by itself, and the first error says more.
      await client.query("ROLLBACK").catch(() => undefined);
      throw error;
    }
  }

  async #run(client: LentClient, statements: Statement[]): Promise<StatementResult[]> {
    const results: StatementResult[] = [];
    for (const [index, { sql, values, mustChange }] of statements.entries()) {
      try {
        const { rows, rowCount } = await client.query(this.#textOf(sql), values.map(postgresValue));
        results.push({ rows, changes: rowCount ?? 0 });
      } catch (error) {
        if (!isConstraint(error)) throw error;
        throw new WriteConflict("constraint", index, (error as Error).message);
      }
      if (mustChange && results[index]?.changes === 0) {
        throw new WriteConflict("unchanged", index, "The statement changed no row");
      }
    }
    return results;
  }

  /** Returns the text of a statement for PostgreSQL, under a name by which each connection prepares it once. */
  #textOf(text: string): PreparedText {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const made = postgresText(text);
    // Without a name, a statement is prepared each time.
    if (this.#texts.size >= MOST_TEXTS) return { text: made };
    const prepared = { text: made, name: `svc_${this.#texts.size}` };
    this.#texts.set(text, prepared);
    return prepared;
  }
}

/** Returns a row without the numbers that {@link PostgresRecords.fitting} adds. */
function withoutCounts<R>(row: R & { countOfAll: number }): R {
  const { countOfAll: _all, numberOfRow: _number, bytesSoFar: _bytes, ...own } = row as R & Record<string, unknown>;
  return own as R;
}
