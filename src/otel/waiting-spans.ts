import { TAKES_TURNS } from "#platform/abilities";
import { safeSetTimeout } from "@svc/core/internal";
import type { ReadableSpan } from "./readable-span.ts";

/** Time that one turn of the event loop gives to waiting spans, in milliseconds. */
const TURN_MS = 4;

/**
 * Masked spans that wait for their group, each after the span it was made of. A span with large media takes milliseconds: when the
 * time of a turn is over, the other spans wait for the next one.
 */
export class WaitingSpans {
  /** Queues a span. Returns true when that may have taken long. */
  readonly #queue: (span: ReadableSpan, masked: ReadableSpan) => boolean;
  #spans: ReadableSpan[] = [];
  #isTurnDue = false;

  constructor(queue: (span: ReadableSpan, masked: ReadableSpan) => boolean) {
    this.#queue = queue;
  }

  /** Adds a span. Returns the number of spans that wait. */
  push(span: ReadableSpan, masked: ReadableSpan): number {
    return this.#spans.push(span, masked) / 2;
  }

  /** Queues all spans before it returns. */
  queueAll(): void {
    this.#queueUntil(Infinity);
  }

  /** Queues the spans for which this turn has time. The next turn goes on with the others. */
  queueSome(): void {
    if (!TAKES_TURNS) return this.queueAll();
    if (this.#queueUntil(performance.now() + TURN_MS) || this.#isTurnDue) return;
    this.#isTurnDue = true;
    safeSetTimeout(() => {
      this.#isTurnDue = false;
      this.queueSome();
    }, 0);
  }

  /** Resolves when all spans are queued, in as many turns as they take. */
  async queueInTurns(): Promise<void> {
    if (!TAKES_TURNS) return this.queueAll();
    while (!this.#queueUntil(performance.now() + TURN_MS)) await new Promise((resolve) => setTimeout(resolve, 0));
  }

  /** Queues spans until a time. Returns true when all are queued. */
  #queueUntil(end: number): boolean {
    const spans = this.#spans;
    this.#spans = [];
    for (let next = 0; next < spans.length;) {
      const isLong = this.#queue(spans[next++]!, spans[next++]!);
      if (!TAKES_TURNS || !isLong || next === spans.length || performance.now() < end) continue;
      this.#spans = [...spans.slice(next), ...this.#spans];
      return false;
    }
    return true;
  }
}
