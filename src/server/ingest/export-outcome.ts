import { RefusedExport } from "./otlp/otlp-span.ts";
import type { RefusedSpans } from "./otlp/refused-spans.ts";

/** Outcome of a trace export that was stored. */
export interface StoredExport {
  /** Number of stored spans. */
  spans: number;
  /** Number of spans that were refused, and why; empty without any. */
  refused: number;
  reasons: string;
  /** Start times of the stored spans that started more than a day ago: the retention may remove them soon. */
  oldStarts: number[];
}

/** What prevented an export for the time being. */
export interface Unavailable {
  /** What to do about the cause; the default is about the disk. */
  advice?: string;
  /** True for a damaged file, which is logged once and not for each export. */
  isDamage?: boolean;
}

/**
 * Outcome of an export: stored (200, with what of it), refused with a text for the sender (400 or 413), lost to an internal error (500),
 * or lost because the database was unavailable or the writer ended (503: the sender may retry).
 */
export type ExportOutcome =
  | ({ status: 200 } & StoredExport)
  | { status: 400 | 413; error: string }
  | ({ status: 500 | 503; cause: string } & Unavailable);

/** Shortest retention, in milliseconds: a day. */
const SHORTEST_MS = 24 * 60 * 60 * 1_000;

/** Returns the outcome of an export whose observations have these start times. */
export function storedExport(starts: readonly number[], refused: RefusedSpans, now: number): StoredExport {
  const oldStarts = starts.filter((time) => time < now - SHORTEST_MS);
  return { spans: starts.length, refused: refused.count, reasons: refused.text(), oldStarts };
}

/** Returns the outcome of an export that an error ended. `unavailable`: set for an error of the database, which may pass. */
export function exportFailure(error: unknown, unavailable?: Unavailable): ExportOutcome {
  if (error instanceof RefusedExport) return { status: error.status, error: error.message };
  // The stack overflowed, or a text grew past the limit of the engine.
  if (error instanceof RangeError) return { status: 400, error: "Invalid OTLP trace export: nested too deeply" };
  const cause = error instanceof Error ? error.message : String(error);
  return unavailable === undefined ? { status: 500, cause } : { status: 503, cause, ...unavailable };
}
