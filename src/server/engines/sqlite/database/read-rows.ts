import type { SQLInputValue, StatementSync } from "node:sqlite";
import { type FittingRows, PageBytes } from "../../../storage/page-bytes.ts";
import type { Row } from "../../../storage/sql.ts";

/**
 * Reads every row of a query. An integer that a JavaScript number cannot hold exactly becomes the nearest number: `node:sqlite`
 * would refuse the whole result otherwise.
 */
export function readRows(statement: StatementSync, ...values: SQLInputValue[]): Row[] {
  try {
    return statement.all(...values);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    return withBigIntegers(statement, () => statement.all(...values)).map(withNumbers);
  }
}

/** Reads the first row of a query, or undefined. Integers are read as in {@link readRows}. */
export function readRow(statement: StatementSync, ...values: SQLInputValue[]): Row | undefined {
  try {
    return statement.get(...values);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    const row = withBigIntegers(statement, () => statement.get(...values));
    return row && withNumbers(row);
  }
}

/**
 * Reads the first rows of a query, as many as one page has room for, one at a time: no more than one row above the bound is in
 * memory. Integers are read as in {@link readRows}.
 */
export function readFittingRows(statement: StatementSync, ...values: SQLInputValue[]): FittingRows<Row> {
  try {
    return fittingRows(statement.iterate(...values));
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    const { rows, isWhole } = withBigIntegers(statement, () => fittingRows(statement.iterate(...values)));
    return { rows: rows.map(withNumbers), isWhole };
  }
}

function fittingRows(found: Iterable<Row>): FittingRows<Row> {
  const rows: Row[] = [];
  const bytes = new PageBytes();
  for (const row of found) {
    if (!bytes.add(row)) return { rows, isWhole: false };
    rows.push(row);
  }
  return { rows, isWhole: true };
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError && "code" in error && error.code === "ERR_OUT_OF_RANGE";
}

// Only for results that need it: reading every integer as a bigint would create each one twice.
function withBigIntegers<T>(statement: StatementSync, read: () => T): T {
  statement.setReadBigInts(true);
  try {
    return read();
  } finally {
    statement.setReadBigInts(false);
  }
}

function withNumbers(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, typeof value === "bigint" ? Number(value) : value]),
  );
}
