import type { SQLInputValue, StatementSync } from "node:sqlite";
import type { Row } from "./records.ts";

/**
 * Every row of a query. An integer that a number of JavaScript does not hold exactly is read as the nearest one: `node:sqlite`
 * would refuse the whole answer for it.
 */
export function readRows(statement: StatementSync, ...values: SQLInputValue[]): Row[] {
  try {
    return statement.all(...values);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    return withBigIntegers(statement, () => statement.all(...values)).map(withNumbers);
  }
}

/** The first row of a query, or undefined; integers are read as {@link readRows} reads them. */
export function readRow(statement: StatementSync, ...values: SQLInputValue[]): Row | undefined {
  try {
    return statement.get(...values);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    const row = withBigIntegers(statement, () => statement.get(...values));
    return row && withNumbers(row);
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError && "code" in error && error.code === "ERR_OUT_OF_RANGE";
}

// Not for every read: each integer of each row would be made twice.
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
