import { trace, type Context } from "@opentelemetry/api";
import { getSvcTraceIdFromBaggage } from "@svc/core";
import type { StartedSpan } from "./readable-span.ts";

/** Spans remembered; the least recently used is forgotten first, so that spans which never end cannot pile up. */
const MAX_REMEMBERED = 10_000;

/**
 * Finds the spans where a trace enters what the service gets to see: the parent, if there is one, is not sent from here,
 * and nothing upstream has claimed the trace.
 */
export class AppRoots {
  readonly #exported = new Map<string, true>();

  /** Remembers that a span is going to be sent, and tells whether it is an application root. */
  enter(span: StartedSpan, parentContext: Context): boolean {
    const { spanId, traceId } = span.spanContext();
    this.#remember(spanId);
    const parentId = trace.getSpanContext(parentContext)?.spanId;
    if (parentId !== undefined && this.#exported.has(parentId)) {
      this.#remember(parentId);
      return false;
    }
    return getSvcTraceIdFromBaggage(parentContext) !== traceId;
  }

  #remember(spanId: string): void {
    this.#exported.delete(spanId);
    if (this.#exported.size >= MAX_REMEMBERED) this.#exported.delete(this.#exported.keys().next().value!);
    this.#exported.set(spanId, true);
  }
}
