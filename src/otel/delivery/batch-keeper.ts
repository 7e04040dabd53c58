import type { SpanBatch } from "../encoding/span-batch.ts";
import { NO_SPAN_KEEPER, type SpanKeeper } from "../encoding/span-keeper.ts";

/**
 * Keeper of waiting spans outside of the memory. Each batch has a file, to which its spans are written when they end. The file is removed
 * when the service has taken the batch. The files of a process that has ended are taken over and delivered. No method throws.
 */
export interface BatchKeeper extends SpanKeeper {
  /** Begins to look for files of processes that have ended. `onFound` is called whenever there are some. */
  takeOver(onFound: () => void): void;
  /** Reads the next batch that this process has taken over or postponed, and calls `take` with it. One is read at a time. */
  next(take: (batch: SpanBatch) => void): void;
  /** Reads such batches at once, up to a number of bytes, for the end of the process. */
  nextAtExit(maxBytes: number): SpanBatch[];
  /** Notes that the service has taken a batch. */
  noteTaken(): void;
  /** Logs that spans stay on disk. */
  logKept(spanCount: number, reason: string): void;
  /** Gives the remaining files to other processes. */
  close(): void;
}

/** Keeper that keeps nothing: spans wait in memory only. */
export const NO_KEEPER: BatchKeeper = {
  ...NO_SPAN_KEEPER,
  takeOver() {},
  next() {},
  nextAtExit: () => [],
  noteTaken() {},
  logKept() {},
  close() {},
};

/** Leaves the file of a batch for a later delivery. Returns the number of the batch's spans in it. */
export function leaveInFile({ file, spanCount }: SpanBatch): number {
  file?.settle(false);
  return Math.min(file?.spanCount ?? 0, spanCount);
}
