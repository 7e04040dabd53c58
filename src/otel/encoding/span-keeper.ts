import type { Bytes } from "@svc/core/internal";
import type { SpoolFile } from "./span-batch.ts";

/** Keeper of the spans that gather for a batch. */
export interface SpanKeeper {
  /**
   * Writes the last span of a group, of this size, to the file of the next batch. A group is of the encoding of the platform, and the keeper
   * of the platform knows it.
   */
  add(group: object, size: number): void;
  /** Writes spans that another thread has encoded to the file of the next batch. */
  addBody(body: Bytes, spanCount: number): void;
  /** Returns the file of the batch that is complete now; undefined when none of its spans could be written. */
  seal(): SpoolFile | undefined;
}

/** Keeper that keeps nothing. */
export const NO_SPAN_KEEPER: SpanKeeper = { add() {}, addBody() {}, seal: () => undefined };
