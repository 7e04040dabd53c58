import type { SpanGroup } from "#platform/encoding";
import type { Bytes } from "@svc/core/internal";
import type { SpanBatch } from "../encoding/span-batch.ts";

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

/** File with the spans of a batch. */
export interface SpoolFile {
  /** Number of spans in the file. Spans of the batch that did not fit are missing. */
  readonly spanCount: number;
  /** True when the batch was read from the file: it need not stay in memory. */
  readonly isRead: boolean;
  /** Gives the file to the halves of its batch, each of which is settled. */
  share(halves: readonly SpanBatch[]): void;
  /** Removes the file when its batch needs no further delivery; keeps the file for a later one otherwise. */
  settle(isDone: boolean): void;
  /**
   * Notes that the service refused the batch for now. Returns true when the batch is to be given up: the service took others again and
   * again, and not this one.
   */
  isRefusedForGood(): boolean;
}
