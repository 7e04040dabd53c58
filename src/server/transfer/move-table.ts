import { MOVE_KINDS } from "./move-format.ts";
import type { MoveTally } from "./move-tally.ts";
import type { MovedKind } from "./read-move.ts";

/** Returns what was written as a table, a line for each kind. */
export function writtenTable(tally: MoveTally): string[] {
  return table(
    ["kind", "written"],
    MOVE_KINDS.map((kind) => [kind, tally.count(kind)]),
  );
}

/** Returns what was read and what is stored as a table, a line for each kind. */
export function movedTable(moved: readonly MovedKind[]): string[] {
  const rows = moved.map((row): Array<string | number> => [row.kind, row.read, row.stored, remark(row)]);
  return table(["kind", "in the file", "stored"], rows);
}

/** Returns what is missing as text; undefined when everything of the file is stored. */
export function missingIn(moved: readonly MovedKind[]): string | undefined {
  const missing = moved.filter(({ read, leftOut, stored }) => stored < read - leftOut);
  if (missing.length === 0) return undefined;
  const amounts = missing.map(({ kind, read, leftOut, stored }) => `${read - leftOut - stored} ${kind}`).join(", ");
  return `${amounts} of the file are not stored. A service that removes old data, or one that is used meanwhile, may have removed them. Import the file again`;
}

function remark({ read, leftOut, stored }: MovedKind): string {
  if (leftOut > 0) return `${leftOut} of no project are left out`;
  return stored > read ? "also others of these projects" : "";
}

function table(heads: readonly string[], rows: ReadonlyArray<ReadonlyArray<string | number>>): string[] {
  const [width, other] = [16, 12];
  return [heads, ...rows].map(([kind, ...cells]) =>
    [String(kind).padEnd(width), ...cells.map((cell) => (cell === "" ? "" : `${String(cell).padStart(other)}  `))]
      .join("")
      .trimEnd(),
  );
}
