import type { DeliverySteps, Loss } from "@svc/core";
import type { ReadableSpan } from "../readable-span.ts";

/** Where spans go once they are ready to leave the process. */
export interface SpanSink {
  /** Takes a span; returns at once and never throws. */
  add(span: ReadableSpan): void;
  /** Resolves when what was added has been delivered, or could not be. Never rejects. */
  flush(): Promise<void>;
  /** Delivers within a bound what was added; nothing is taken afterwards. Never rejects. */
  shutdown(): Promise<void>;
  /** Hands out what is not delivered and forgets it: for the end of the process, where nothing can be awaited. */
  drain(): DeliverySteps[];
  /** What was lost and not said yet; it counts as said then. */
  takeLosses(): Loss[];
}
