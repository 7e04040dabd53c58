import { columnsOf } from "./text-width.ts";

/** Formats rows of cells as lines with aligned columns, whatever the width of the characters. */
export function alignColumns(rows: ReadonlyArray<readonly string[]>): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, columnsOf(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, column) => cell + " ".repeat(widths[column]! - columnsOf(cell)))
      .join("  ")
      .trimEnd(),
  );
}
