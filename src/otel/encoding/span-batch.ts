import type { Bytes } from "@svc/core/internal";

/** Encoded spans of one request. */
export interface SpanBatch {
  body: Bytes;
  contentEncoding: "gzip" | undefined;
  readonly spanCount: number;
  /** True when a request with the spans was sent, and the service may have taken it, although its answer did not come. */
  mayHaveArrived?: boolean | undefined;
  /** Copy of the spans on disk. */
  file?: SpoolFile | undefined;
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
