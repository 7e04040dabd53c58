import { join } from "node:path";
import { readResults, type Results, type ResultTable } from "../../bench/results.ts";
import { formatNumber } from "../../bench/table.ts";
import { withGeneratedPart } from "./generated-part.ts";
import { markdownTable } from "./markdown-table.ts";

/** Source of the table of engines. */
const SOURCE = "docs/performance/engines.json";

/** Returns the page of storage, with the tables of the committed results. */
export function scalePage(page: string): string {
  const found = readResults(join(import.meta.dirname, "../../docs/performance")).get("engines")!;
  return withGeneratedPart(page, SOURCE, [...found.tables.map(shownTable), conditions(found)].join("\n\n"));
}

function shownTable({ head, rows, notes = [] }: ResultTable): string {
  const cells = rows.map((row) => head.map((column) => shown(row[column])));
  return [markdownTable(head, cells), ...(notes.length > 0 ? [notes.join(" ")] : [])].join("\n\n");
}

/** Formats a figure with three digits or more. */
function shown(value: string | number | undefined): string {
  if (typeof value !== "number") return value ?? "–";
  return formatNumber(value, Math.abs(value) < 100 ? 1 : 0);
}

function conditions({ date, node, cores, load, revision }: Results): string {
  return `Measured ${date.replace("T", " ").replace("Z", " UTC")}, Node ${node.slice(1)}, ${cores} cores, load ${formatNumber(load)} in the minute before, commit ${revision}.`;
}
