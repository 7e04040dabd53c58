import type { SQLInputValue } from "node:sqlite";
import type { FittingRows } from "../storage/page-bytes.ts";
import { type Records, type Statement, WriteConflict } from "../storage/records.ts";
import { type Row, type Sql, columnsSql, joinSql, listSql, nameSql, sql, valuesSql } from "../storage/sql.ts";
import { DOCUMENT_TABLES, type DocumentKind, type DocumentTable, REFERENCE_COLUMNS } from "./document-tables.ts";

/** Rows of one read. */
const ROWS = 100;

/** Row of a table of documents. That of a prompt version has its references. */
export type DocumentRow = Record<string, SQLInputValue> & { references?: Row[] };

/** Every row of the tables of documents, in whichever database they are. */
export class DocumentArchive {
  readonly #records: Records;

  constructor(records: Records) {
    this.#records = records;
  }

  /** Yields the rows of a table, in small parts: in the order in which they were stored where lists have it, else by key. */
  async *rows(kind: DocumentKind): AsyncGenerator<DocumentRow[]> {
    const { key, rest, isNumbered }: DocumentTable = DOCUMENT_TABLES[kind];
    const order = isNumbered ? ["seq"] : key;
    const columns = columnsSql([...new Set([...order, ...key, ...rest])]);
    for (let last: Row | undefined; ;) {
      const isBehind: Sql =
        last === undefined ? sql`1 = 1` : sql`(${columnsSql(order)}) > (${valuesSql(valuesOf(last, order))})`;
      const { rows }: FittingRows<Row> = await this.#records
        .fitting(sql`SELECT ${columns} FROM ${nameSql(kind)} WHERE ${isBehind}
        ORDER BY ${columnsSql(order)} LIMIT ${ROWS}`);
      last = rows.at(-1);
      if (last === undefined) return;
      const found: DocumentRow[] = [];
      for (const { seq: _seq, ...row } of rows) {
        found.push(kind === "prompt_versions" ? ({ ...row, references: await this.#referencesOf(row) } as never) : row);
      }
      yield found;
    }
  }

  /** Stores rows as they are, all or none. A row that is stored already is replaced. */
  async store(kind: DocumentKind, rows: readonly DocumentRow[]): Promise<void> {
    const owners: DocumentRow[] = [];
    const statements = rows.flatMap((row) => {
      const own = statementsOf(kind, row);
      owners.push(...own.map(() => row));
      return own;
    });
    try {
      await this.#records.write(statements);
    } catch (error) {
      const row = error instanceof WriteConflict ? owners[error.statement] : undefined;
      if (row === undefined) throw error;
      const key = JSON.stringify(valuesOf(row, DOCUMENT_TABLES[kind].key));
      throw new Error(
        `${kind}: the row ${key} is not stored, because another row here has the same name or key. Rename or remove that one`,
        { cause: error },
      );
    }
  }

  /** Returns the number of rows that belong to some projects, or to none. */
  async count(kind: DocumentKind, projectIds: readonly string[]): Promise<number> {
    const { project = "projectId" }: DocumentTable = DOCUMENT_TABLES[kind];
    const column = nameSql(project);
    const counted = sql<{ count: number }>`SELECT count(*) AS count FROM ${nameSql(kind)}
      WHERE ${column} IN ${listSql(projectIds)} OR ${column} IS NULL`;
    return (await this.#records.get(counted))?.count ?? 0;
  }

  async #referencesOf({ projectId, name, version }: Row): Promise<Row[]> {
    return this.#records.all(sql`SELECT ${columnsSql(REFERENCE_COLUMNS)} FROM prompt_references
      WHERE projectId = ${projectId ?? null} AND name = ${name ?? null} AND version = ${version ?? null}`);
  }
}

function statementsOf(kind: DocumentKind, row: DocumentRow): Statement[] {
  const { key, rest, growing = [], hasNoConstraint }: DocumentTable = DOCUMENT_TABLES[kind];
  const table = nameSql(kind);
  const columns = [...key, ...rest];
  const insertion = sql`INSERT INTO ${table} (${columnsSql(columns)}) VALUES (${valuesSql(valuesOf(row, columns))})`;
  if (hasNoConstraint) return [sql`DELETE FROM ${table} WHERE ${hasKey(row, key)}`, insertion];
  const action = rest.length === 0 ? sql`NOTHING` : sql`UPDATE SET ${replacements(kind, rest, growing)}`;
  const put = sql`${insertion} ON CONFLICT (${columnsSql(key)}) DO ${action}`;
  return row.references === undefined ? [put] : [put, ...referenceStatements(row, row.references)];
}

function referenceStatements(row: DocumentRow, references: readonly Row[]): Statement[] {
  const { key } = DOCUMENT_TABLES.prompt_versions;
  const columns = [...key, ...REFERENCE_COLUMNS];
  return [
    sql`DELETE FROM prompt_references WHERE ${hasKey(row, key)}`,
    ...references.map((reference) => {
      const values = [...valuesOf(row, key), ...valuesOf(reference, REFERENCE_COLUMNS)];
      return sql`INSERT INTO prompt_references (${columnsSql(columns)}) VALUES (${valuesSql(values)})`;
    }),
  ];
}

function hasKey(row: DocumentRow, key: readonly string[]): Sql {
  return joinSql(
    key.map((column) => sql`${nameSql(column)} = ${row[column] ?? null}`),
    " AND ",
  );
}

function replacements(table: string, columns: readonly string[], growing: readonly string[]): Sql {
  const set = columns.map((name) => {
    const [column, stored] = [nameSql(name), sql`${nameSql(table)}.${nameSql(name)}`];
    if (!growing.includes(name)) return sql`${column} = excluded.${column}`;
    return sql`${column} = CASE WHEN excluded.${column} > ${stored} THEN excluded.${column} ELSE ${stored} END`;
  });
  return joinSql(set, ", ");
}

function valuesOf(row: Record<string, unknown>, columns: readonly string[]): SQLInputValue[] {
  return columns.map((column) => (row[column] ?? null) as SQLInputValue);
}
