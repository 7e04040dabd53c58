import stringWidth from "string-width";

/** Rows of cells as lines in which the columns stand below each other, whatever the width of their characters. */
export function alignColumns(rows: ReadonlyArray<readonly string[]>): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, stringWidth(cell));
  }
  return rows.map((row) =>
    row
      .map((cell, column) => cell + " ".repeat(widths[column]! - stringWidth(cell)))
      .join("  ")
      .trimEnd(),
  );
}
