import type { ObservationRecord } from "../observations/observation-record.ts";
import type { StoredScore } from "../stores/scores.ts";
import type { DocumentRow } from "./document-archive.ts";
import type { DocumentKind } from "./document-tables.ts";
import { type MovedContent, storeContent } from "./media-contents.ts";
import { MOVE_KINDS, type MoveKind, partsOf } from "./move-format.ts";
import type { MoveLines, MoveRow } from "./move-lines.ts";
import type { StorageArchive } from "./storage-archive.ts";

/** Most rows that are stored together. */
const MOST_ROWS = 1_000;

/** Characters of rows after which those that wait are stored. */
const MOST_CHARACTERS = 8 * 1024 * 1024;

/** Rows of one kind: those of the file, and those that the storage has for the projects of the file. */
export interface MovedKind {
  kind: MoveKind;
  read: number;
  stored: number;
}

/** Returns the number of lines that follow a row: those of a content. */
export function partsBehind({ kind, value }: MoveRow): number {
  return kind === "contents" ? partsOf(Number(value["contentLength"])) : 0;
}

/**
 * Stores everything of a file of a move. Each row replaces the one with its key, so that a file whose import was interrupted is
 * imported again, as a whole. Returns what was read and what is stored.
 */
export async function readMove(lines: MoveLines, archive: StorageArchive): Promise<MovedKind[]> {
  const projects: string[] = [];
  let waiting: MoveRow[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    const [rows, kind] = [waiting, waiting[0]?.kind];
    waiting = [];
    size = 0;
    if (kind !== undefined) await storeRows(archive, kind, rows);
  };
  for await (const row of lines.rows()) {
    const { kind, value } = row;
    if (kind === "projects") projects.push(String(value["id"]));
    if (kind !== waiting[0]?.kind || waiting.length >= MOST_ROWS || size >= MOST_CHARACTERS) await flush();
    if (kind === "contents") {
      await storeContent(archive.contents, value as unknown as MovedContent, lines.parts(partsBehind(row)));
    } else {
      waiting.push(row);
      size += row.size;
    }
  }
  await flush();
  const moved: MovedKind[] = [];
  for (const kind of MOVE_KINDS) {
    const read = lines.tally.count(kind);
    // Each content was compared with its checksum when it was stored.
    moved.push({ kind, read, stored: kind === "contents" ? read : await countOf(archive, kind, projects) });
  }
  return moved;
}

async function storeRows({ observations, documents }: StorageArchive, kind: MoveKind, rows: MoveRow[]): Promise<void> {
  const values = rows.map(({ value }) => value);
  if (kind === "observations") return observations.store(values as unknown as ObservationRecord[]);
  if (kind === "scores") return observations.storeScores(values as unknown as StoredScore[]);
  return documents.store(kind as DocumentKind, values as DocumentRow[]);
}

async function countOf(
  { observations, documents }: StorageArchive,
  kind: Exclude<MoveKind, "contents">,
  projects: readonly string[],
): Promise<number> {
  if (kind === "observations" || kind === "scores") return observations.count(kind, projects);
  return documents.count(kind, projects);
}
