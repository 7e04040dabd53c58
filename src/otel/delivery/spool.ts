import type { SpanGroup } from "#platform/encoding";
import type { Bytes } from "@svc/core/internal";
import type { SpanBatch, SpoolFile } from "../encoding/span-batch.ts";

/**
 * Keeper of waiting spans on disk. Each batch has a file, to which its spans are written when they end. The file is removed when the
 * service has taken the batch. The files of a process that has ended are taken over and delivered. No method throws.
 */
export interface Spool {
  /** Writes the last span of a group, of this size, to the file of the next batch. */
  add(group: SpanGroup, size: number): void;
  /** Writes spans that another thread has encoded to the file of the next batch. */
  addBody(body: Bytes, spanCount: number): void;
  /** Returns the file of the batch that is complete now; undefined when none of its spans could be written. */
  seal(): SpoolFile | undefined;
  /** Begins to look for files of processes that have ended. `onFound` is called whenever there are some. */
  takeOver(onFound: () => void): void;
  /** Reads the next batch that this process has taken over or postponed, and hands it over. One is read at a time. */
  next(take: (batch: SpanBatch) => void): void;
  /** Reads such batches at once, up to a number of bytes, for the end of the process. */
  nextAtExit(maxBytes: number): SpanBatch[];
  /** Notes that the service has taken a batch. */
  noteTaken(): void;
  /** Logs that spans stay on disk. */
  sayKept(spanCount: number, reason: string): void;
  /** Gives the remaining files to other processes. */
  close(): void;
}
