import type { DatabaseSync } from "node:sqlite";
import { type FittingRows, PageTooLarge } from "../../../storage/page-bytes.ts";
import type { ListPart, Listed, PagedQuery } from "../../../storage/records.ts";
import { type Sql, sql } from "../../../storage/sql.ts";
import type { FileDamage } from "./file-damage.ts";
import { readFittingRows, readRow, readRows } from "./read-rows.ts";
import { StatementCache } from "./statement-cache.ts";

/**
 * Reads on one connection, also of rows that a statement with RETURNING changes. Rows have the type that their statement names.
 * The casts here are the only ones: a statement names its columns beside the type, and only this service writes what they hold.
 */
export class RecordReader {
  readonly #statements: StatementCache;
  readonly #damage: FileDamage | undefined;

  /** `damage` gets to know of a damaged file. */
  constructor(database: DatabaseSync, damage?: FileDamage) {
    this.#statements = new StatementCache(database);
    this.#damage = damage;
  }

  /** Reads every row of a query. */
  all<R>(query: Sql<R>): R[] {
    return this.#noting(() => readRows(this.#statements.prepare(query.sql), ...query.values) as R[]);
  }

  /** Reads the first row of a query, or undefined. */
  get<R>(query: Sql<R>): R | undefined {
    return this.#noting(() => readRow(this.#statements.prepare(query.sql), ...query.values) as R | undefined);
  }

  /** Reads the first rows of a query, as many as one page has room for. */
  fitting<R>(query: Sql<R>): FittingRows<R> {
    return this.#noting(
      () =>
        readFittingRows(this.#statements.prepare(query.sql), ...query.values) as FittingRows<unknown> as FittingRows<R>,
    );
  }

  /** Reads a part of a list, and counts the rows of the whole list. Throws {@link PageTooLarge} for a part without room. */
  page<R>({ columns, from, order }: PagedQuery<R>, { limit, offset }: ListPart): Listed<R> {
    const total = this.get(sql<{ total: number }>`SELECT count(*) AS total ${from}`)?.total ?? 0;
    const { rows, isWhole } = this.fitting(
      sql<R>`SELECT ${columns} ${from} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
    );
    if (!isWhole) throw new PageTooLarge(rows.length);
    return { items: rows, total };
  }

  /**
   * Reads the rows of a query one at a time, for a caller that may stop early. Unlike the others, throws for an integer that a
   * JavaScript number cannot hold exactly.
   */
  each<R>(query: Sql<R>): Iterable<R> {
    return this.#statements.prepare(query.sql).iterate(...query.values) as Iterable<R>;
  }

  #noting<Result>(read: () => Result): Result {
    try {
      return read();
    } catch (error) {
      this.#damage?.note(error);
      throw error;
    }
  }
}
