import type { ObservationRecord } from "../observations/observation-record.ts";
import type { StoredScore } from "../resources/scores.ts";
import type { DocumentRow } from "./document-archive.ts";
import type { DocumentKind } from "./document-tables.ts";
import { type MovedContent, storeContent } from "./media-contents.ts";
import { MOVE_KINDS, type MoveKind, partsOf } from "./move-format.ts";
import type { MoveLines, MoveRow } from "./move-lines.ts";
import { MovedProjects } from "./moved-projects.ts";
import type { StorageArchive } from "./storage-archive.ts";

/** Most rows that are stored together. */
const MOST_ROWS = 1_000;

/** Characters of rows after which those that wait are stored. */
const MOST_CHARACTERS = 8 * 1024 * 1024;

/**
 * Rows of one kind: those of the file, those of them that belong to no project of the file and are left out, and those that the storage
 * has for the projects of the file.
 */
export interface MovedKind {
  kind: MoveKind;
  read: number;
  leftOut: number;
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
  const projects = new MovedProjects();
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
    if (!projects.takes(kind, value)) {
      for await (const part of lines.parts(partsBehind(row))) void part;
      continue;
    }
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
    const leftOut = projects.leftOut(kind);
    const stored = kind === "contents" ? read - leftOut : await countOf(archive, kind, projects.ids);
    moved.push({ kind, read, leftOut, stored });
  }
  return moved;
}

async function storeRows({ observations, documents }: StorageArchive, kind: MoveKind, rows: MoveRow[]): Promise<void> {
  const values = rows.map(({ value }) => value);
  if (kind === "observations") return observations.store(values.map(asObservation));
  if (kind === "scores") return observations.storeScores(values as unknown as StoredScore[]);
  return documents.store(kind as DocumentKind, values as DocumentRow[]);
}

/** Returns the observation of a row. Those of older files have ended, as far as anybody knows. */
function asObservation(value: Record<string, unknown>): ObservationRecord {
  return { isOpen: 0, ...value } as unknown as ObservationRecord;
}

async function countOf(
  { observations, documents }: StorageArchive,
  kind: Exclude<MoveKind, "contents">,
  projects: readonly string[],
): Promise<number> {
  if (kind === "observations" || kind === "scores") return observations.count(kind, projects);
  return documents.count(kind, projects);
}
