import { trace, type Context } from "@opentelemetry/api";
import { getSvcTraceIdFromBaggage, isRepeatedSpan } from "@svc/core/internal";
import type { ReadableSpan, StartedSpan } from "./readable-span.ts";

/** Span ids per generation; between one and two generations are kept. */
const GENERATION = 10_000;

/**
 * Finds application roots: spans through which a trace enters the service's view. The parent of such a span, if any, is
 * not sent from here, and no upstream process has claimed the trace.
 *
 * The ids of sent spans are kept in two generations, so that spans that never end cannot pile up. A parent that gets
 * another child stays.
 */
export class AppRoots {
  #recent = new Set<string>();
  #older = new Set<string>();

  /** Remembers a span that is to be sent. Returns true when the span is an application root. */
  enter(span: StartedSpan, parentContext: Context): boolean {
    const { spanId, traceId } = span.spanContext();
    this.#remember(spanId);
    const parent = trace.getSpan(parentContext);
    const isSent = parent !== undefined && !isRepeatedSpan(parent) && this.#isRemembered(parent.spanContext().spanId);
    if (isSent) return false;
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
