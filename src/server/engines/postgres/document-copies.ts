import type { Records, Statement, StatementWriter } from "../../storage/records.ts";
import { columnsSql, joinSql, nameSql, sql } from "../../storage/sql.ts";

/** Columns of each table that is copied. */
const COLUMNS = {
  models: [
    "id",
    "projectId",
    "modelName",
    "matchPattern",
    "startDate",
    "unit",
    "tokenizerId",
    "tokenizerConfig",
    "pricingTiers",
    "createdAt",
    "updatedAt",
  ],
  projects: ["id", "name", "retentionDays"],
  prompt_versions: ["seq", "projectId", "name", "version", "id"],
  comments: ["seq", "projectId", "objectType", "objectId", "content"],
} as const;

/** Table of documents that statements over observations read. */
export type CopiedTable = keyof typeof COLUMNS;

const TABLES = Object.keys(COLUMNS) as CopiedTable[];

/** Tables whose rows never change. Their copies grow by what is new; a removal makes them anew. */
const GROWING: ReadonlySet<CopiedTable> = new Set(["prompt_versions", "comments"]);

/** Rows in one statement. */
const CHUNK = 5_000;

/** Part of a growing table: its number of rows, and the number of the last of them. */
interface Extent {
  count: number;
  last: number;
}

export function isCopied(table: string): table is CopiedTable {
  return Object.hasOwn(COLUMNS, table);
}

/**
 * Copies, beside the observations in SQLite, of the documents that statements over observations read: prices of models,
 * retentions of projects, ids of prompt versions, and comments.
 */
export class DocumentCopies {
  readonly #records: Records;
  readonly #writer: StatementWriter;
  readonly #copied = new Map<CopiedTable, Extent>();
  readonly #running = new Map<CopiedTable, Promise<void>>();
  readonly #next = new Map<CopiedTable, Promise<void>>();

  /** `writer`: the one writer of the SQLite database. */
  constructor(records: Records, writer: StatementWriter) {
    this.#records = records;
    this.#writer = writer;
  }

  /** Brings the copies of these tables up to date, by default of all. Resolves when they have what was stored before the call. */
  async refresh(tables: readonly CopiedTable[] = TABLES): Promise<void> {
    await Promise.all(tables.map(async (table) => this.#refreshOne(table)));
  }

  /** Joins the refresh that waits. One that is under way may have read before the change. */
  async #refreshOne(table: CopiedTable): Promise<void> {
    const waiting = this.#next.get(table);
    if (waiting !== undefined) return waiting;
    const next = this.#refreshAfter(table, this.#running.get(table));
    this.#next.set(table, next);
    return next;
  }

  async #refreshAfter(table: CopiedTable, before: Promise<void> | undefined): Promise<void> {
    // Whoever started the refresh before learns of its error.
    await before?.catch(() => undefined);
    await Promise.resolve();
    const copying = this.#copy(table);
    this.#running.set(table, copying);
    this.#next.delete(table);
    await copying;
  }

  async #copy(table: CopiedTable): Promise<void> {
    if (!GROWING.has(table)) {
      await this.#writer.execute([clearing(table), ...insertions(table, await this.#rowsOf(table, 0))]);
      return;
    }
    const known = this.#copied.get(table);
    const stored = await this.#extentOf(table);
    const added = await this.#rowsOf(table, known?.last ?? 0, stored.last);
    const isWhole = known !== undefined && known.count + added.length === stored.count;
    const rows = isWhole || known === undefined ? added : await this.#rowsOf(table, 0, stored.last);
    // Forgotten until the copy is stored: a copy that fails is made anew.
    this.#copied.delete(table);
    await this.#writer.execute([...(isWhole ? [] : [clearing(table)]), ...insertions(table, rows)]);
    this.#copied.set(table, { count: isWhole ? stored.count : rows.length, last: stored.last });
  }

  async #extentOf(table: CopiedTable): Promise<Extent> {
    const extent = sql<Extent>`SELECT count(*) AS count, coalesce(max(seq), 0) AS last FROM ${nameSql(table)}`;
    return (await this.#records.get(extent)) ?? { count: 0, last: 0 };
  }

  async #rowsOf(table: CopiedTable, after: number, last?: number): Promise<object[]> {
    const range = last === undefined ? sql`` : sql`WHERE seq > ${after} AND seq <= ${last} ORDER BY seq`;
    return this.#records.all(sql<object>`SELECT ${columnsSql(COLUMNS[table])} FROM ${nameSql(table)} ${range}`);
  }
}

function clearing(table: CopiedTable): Statement {
  return sql`DELETE FROM ${nameSql(`copied_${table}`)}`;
}

/** Builds the statements that store rows in a copy. A chunk is one JSON text. */
function insertions(table: CopiedTable, rows: readonly object[]): Statement[] {
  const columns = COLUMNS[table];
  const values = joinSql(
    columns.map((column) => sql`value ->> ${column}`),
    ", ",
  );
  return Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, index) => {
    const chunk = JSON.stringify(rows.slice(index * CHUNK, (index + 1) * CHUNK));
    return sql`INSERT INTO ${nameSql(`copied_${table}`)} (${columnsSql(columns)}) SELECT ${values} FROM json_each(${chunk})`;
  });
}
