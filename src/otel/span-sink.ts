import type { ReadableSpan } from "./readable-span.ts";

/** Where spans go once they are ready to leave the process. */
export interface SpanSink {
  /** Takes a span; returns at once and never throws. */
  add(span: ReadableSpan): void;
  /** Resolves when what was added has been delivered, or could not be. Never rejects. */
  flush(): Promise<void>;
  /** Delivers within a bound what was added; nothing is taken afterwards. Never rejects. */
  shutdown(): Promise<void>;
  /** Delivers within a bound what was added, before it returns: for the end of the process, where nothing can be awaited. */
  deliverNow(): void;
}
