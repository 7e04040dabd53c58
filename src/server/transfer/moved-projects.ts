import { DOCUMENT_TABLES, type DocumentKind, type DocumentTable } from "./document-tables.ts";
import type { MoveKind } from "./move-format.ts";

/**
 * Projects of a move. Only their rows are moved: those of a project that does not exist any more were left by a deletion that was
 * interrupted. The rows of the projects come before all others.
 */
export class MovedProjects {
  readonly #ids = new Set<string>();
  readonly #leftOut = new Map<MoveKind, number>();

  /** Ids of the projects so far. */
  get ids(): string[] {
    return [...this.#ids];
  }

  /** Returns true for a row to move. Counts one to leave out. */
  takes(kind: MoveKind, row: Readonly<Record<string, unknown>>): boolean {
    if (kind === "projects") this.#ids.add(String(row["id"]));
    const { project = "projectId" }: Partial<DocumentTable> = DOCUMENT_TABLES[kind as DocumentKind] ?? {};
    const owner = row[project];
    // Keys of the organization belong to no project.
    if (owner == null || (typeof owner === "string" && this.#ids.has(owner))) return true;
    this.#leftOut.set(kind, this.leftOut(kind) + 1);
    return false;
  }

  /** Returns the number of rows of a kind that were left out. */
  leftOut(kind: MoveKind): number {
    return this.#leftOut.get(kind) ?? 0;
  }

  /** Returns a line about the rows that were left out; undefined when there were none. */
  note(): string | undefined {
    const amounts = [...this.#leftOut].map(([kind, count]) => `${count} ${kind}`);
    return amounts.length === 0 ? undefined : `left out what belongs to no project any more: ${amounts.join(", ")}`;
  }
}
