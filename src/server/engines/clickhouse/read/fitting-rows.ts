import type { ClickHouseDatabase } from "../database/clickhouse-database.ts";
import { namedColumns } from "../database/clickhouse-sql.ts";
import { type FittingRows, MOST_PAGE_BYTES } from "../../../storage/page-bytes.ts";
import { type Sql, integerSql, joinSql, nameSql, sql } from "../../../storage/sql.ts";

/** Rows that a page shows. */
export interface PageRows {
  /** Names of the columns to read. */
  readonly columns: readonly string[];
  /** Alias of the table of the columns. */
  readonly table: string;
  /** Tables and conditions. They choose no more rows than the page has, and one behind it. */
  readonly from: Sql;
  readonly order: Sql;
}

/** Columns of observations, items and scores whose texts can be long. */
const LONG: ReadonlySet<string> = new Set([
  "statusMessage",
  "modelParameters",
  "toolDefinitions",
  "toolCalls",
  "tags",
  "metadata",
  "input",
  "output",
  "experimentMetadata",
  "experimentItemMetadata",
  "experimentItemExpectedOutput",
  "comment",
  "stringValue",
]);

/** Reads the first rows of a page, as many as it has room for. The engine does not send the others. */
export async function readFittingRows(
  database: ClickHouseDatabase,
  { columns, table, from, order }: PageRows,
): Promise<FittingRows<Record<string, unknown>>> {
  const long = columns.filter((name) => LONG.has(name)).map((name) => sql`${nameSql(table)}.${nameSql(name)}`);
  const bytes = long.length === 0 ? sql`0` : sql`byteSize(${joinSql(long, ", ")})`;
  const found = await database.all<Record<string, unknown>>(sql`SELECT * FROM (
    SELECT ${namedColumns(columns, table)}, row_number() OVER (ORDER BY ${order}) AS rowOfPage, count() OVER () AS rowsOfPage,
      sum(${bytes}) OVER (ORDER BY ${order} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS bytesOfPage
    FROM ${from})
    WHERE rowOfPage = 1 OR bytesOfPage <= ${integerSql(MOST_PAGE_BYTES)} ORDER BY rowOfPage`);
  const rows = found.map(({ rowOfPage: _row, rowsOfPage: _rows, bytesOfPage: _bytes, ...row }) => row);
  return { rows, isWhole: found.length === Number(found[0]?.["rowsOfPage"] ?? 0) };
}
