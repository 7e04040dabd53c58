/** Table of figures with a title and notes. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
  readonly notes?: readonly string[];
}

/** Formats the table as Markdown with aligned columns. */
export function formatTable({ title, head, rows, notes = [] }: Table): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join(" | ")} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return [
    `### ${title}`,
    "",
    line(head),
    rule,
    ...rows.map(line),
    "",
    ...notes,
    ...(notes.length > 0 ? [""] : []),
  ].join("\n");
}

/** Formats a number with `digits` digits after the point. */
export function figure(value: number, digits = 1): string {
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
