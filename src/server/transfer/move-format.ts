import { DOCUMENT_KINDS, type DocumentKind } from "./document-tables.ts";

// A file of a move has JSON lists as lines. The first is `[START, MoveHeader]`, the last `["end", MoveTotals]`. Each line between
// them is a row with its kind: `["scores", {…}]`. The content of a media follows its line in parts: `["part", "base64…"]`. No line
// is a trace export, so that a service that does not know the format refuses the first one.

/** Kind of row in a file of a move. `contents`: contents of media. */
export type MoveKind = DocumentKind | "contents" | "scores" | "observations";

/** Kinds in the order in which a file has them. */
export const MOVE_KINDS: readonly MoveKind[] = [...DOCUMENT_KINDS, "contents", "scores", "observations"];

/** First element of the first line. */
export const START = "svc-server export";

/** Version of the format that this service writes, and the newest that it reads. */
export const FORMAT = 2;

/** Start of the first line of every version of the format. */
export const START_OF_FILE: string = `[${JSON.stringify(START)},`;

/** Second element of the first line. */
export interface MoveHeader {
  format: number;
  /** Version of the service that wrote the file. */
  service: string;
}

/** Number of rows of each kind, and SHA-256 of their lines in hexadecimal. */
export type MoveTotals = Partial<Record<MoveKind, { count: number; sha256: string }>>;

/** Bytes of a content in one line. */
export const PART_BYTES: number = 768 * 1024;

/** Returns the number of lines that a content has after its first one. */
export function partsOf(contentLength: number): number {
  return Math.ceil(contentLength / PART_BYTES);
}
