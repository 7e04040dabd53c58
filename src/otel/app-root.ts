import { trace, type Context } from "@opentelemetry/api";
import { getSvcTraceIdFromBaggage } from "@svc/core";
import type { ReadableSpan, StartedSpan } from "./readable-span.ts";

/** Spans per generation; between one and two generations are remembered. */
const GENERATION = 10_000;

/**
 * Finds the spans where a trace enters what the service gets to see: the parent, if there is one, is not sent from here,
 * and nothing upstream has claimed the trace.
 *
 * Spans that are sent are remembered in two generations, so that those which never end cannot pile up; a parent that gets
 * another child stays.
 */
export class AppRoots {
  #recent = new Set<string>();
  #older = new Set<string>();

  /** Remembers that a span is going to be sent, and tells whether it is an application root. */
  enter(span: StartedSpan, parentContext: Context): boolean {
    const { spanId, traceId } = span.spanContext();
    this.#remember(spanId);
    const parentId = trace.getSpanContext(parentContext)?.spanId;
    if (parentId !== undefined && this.#isRemembered(parentId)) return false;
    return getSvcTraceIdFromBaggage(parentContext) !== traceId;
  }

  /** Forgets a span that has ended. */
  leave(span: ReadableSpan): void {
    const { spanId } = span.spanContext();
    this.#recent.delete(spanId);
    this.#older.delete(spanId);
  }

  #isRemembered(spanId: string): boolean {
    if (this.#recent.has(spanId)) return true;
    if (!this.#older.has(spanId)) return false;
    this.#remember(spanId);
    return true;
  }

  #remember(spanId: string): void {
    if (this.#recent.size >= GENERATION) {
      this.#older = this.#recent;
      this.#recent = new Set();
    }
    this.#recent.add(spanId);
  }
}
