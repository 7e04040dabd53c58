import { join } from "node:path";
import { goalTable } from "../../bench/goals/goal-table.ts";
import { readResults } from "../../bench/results.ts";
import { withGeneratedPart } from "./generated-part.ts";
import { markdownTable } from "./markdown-table.ts";

/** Folder of the committed results. */
const FOLDER = "docs/performance";

/** Returns the page of figures, with the table of goals beside the committed results. */
export function performancePage(page: string): string {
  const { head, rows, notes = [] } = goalTable(readResults(join(import.meta.dirname, "../..", FOLDER)));
  const remarks = notes.filter((note) => !isReason(note)).join(" ");
  const reasons = notes.filter(isReason).map((note) => `- ${note}`);
  return withGeneratedPart(
    page,
    FOLDER,
    [markdownTable(head, rows as string[][]), remarks, "Reasons for missed goals:", reasons.join("\n")].join("\n\n"),
  );
}

/** Returns true for a note that gives the reason why a row misses its goal. */
function isReason(note: string): boolean {
  return note.startsWith("Row ");
}
