import type { Loss } from "@svc/core/internal";
import type { SpanBatch } from "../encoding/span-batch.ts";
import type { ReadableSpan } from "../readable-span.ts";

/** Destination of spans that are ready to leave the process. */
export interface SpanSink {
  /** Accepts a span. Returns at once and never throws. */
  add(span: ReadableSpan): void;
  /** Resolves when the added spans were delivered, or could not be. Never rejects. */
  flush(): Promise<void>;
  /** Delivers the added spans within a time limit. Nothing is accepted afterwards. Never rejects. */
  shutdown(): Promise<void>;
  /** Removes the undelivered spans and returns them in batches: for the end of the process. */
  takeAll(): SpanBatch[];
  /** Returns the losses that are not logged yet; they count as logged afterwards. */
  takeLosses(): Loss[];
}
