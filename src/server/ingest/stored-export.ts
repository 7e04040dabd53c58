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

/** Shortest retention, in milliseconds: a day. */
const SHORTEST_MS = 24 * 60 * 60 * 1_000;

/** Returns the outcome of an export whose observations have these start times. */
export function storedExport(starts: readonly number[], refused: RefusedSpans, now: number): StoredExport {
  const oldStarts = starts.filter((time) => time < now - SHORTEST_MS);
  return { spans: starts.length, refused: refused.count, reasons: refused.text(), oldStarts };
}
