import type { SpanBatch } from "./span-batch.ts";

/** Preparation of a batch for its request, such as compression. */
export interface Preparation {
  /** Prepares a batch off the main thread. Returns undefined when the batch is ready as it is. The promise does not reject. */
  prepare(batch: SpanBatch): Promise<void> | undefined;
  /** Prepares a batch before it returns, unless the batch is prepared already. */
  prepareNow(batch: SpanBatch): void;
}

/** Preparation that leaves every batch as it is. */
export const AS_IT_IS: Preparation = { prepare: () => undefined, prepareNow() {} };
