/** Table of figures with a title and notes. The first column names the rows; no two columns have one name. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: ReadonlyArray<readonly Cell[]>;
  readonly notes?: readonly string[];
}

/** Text, or a number with the way it is shown. */
export type Cell = string | Figure;

/** Number with the digits after the point that are shown. */
export interface Figure {
  readonly value: number;
  readonly digits: number;
}

/** Returns the cell of a number, shown with `digits` digits after the point. */
export function figure(value: number, digits = 1): Figure {
  return { value, digits };
}

/** Formats a number with `digits` digits after the point. */
export function formatNumber(value: number, digits = 1): string {
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Formats the table as Markdown with aligned columns. */
export function formatTable({ title, head, rows, notes = [] }: Table): string {
  const texts = rows.map((cells) => cells.map(textOf));
  const widths = head.map((name, column) => Math.max(name.length, ...texts.map((cells) => cells[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join(" | ")} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)).join(" | ")} |`;
  return [
    `### ${title}`,
    "",
    line(head),
    rule,
    ...texts.map(line),
    "",
    ...notes,
    ...(notes.length > 0 ? [""] : []),
  ].join("\n");
}

function textOf(cell: Cell): string {
  return typeof cell === "string" ? cell : formatNumber(cell.value, cell.digits);
}
