import type { ReceivedSpan } from "./otlp-span.ts";

const TRACE_ID = /^(?!0+$)[0-9a-f]{32}$/;
const SPAN_ID = /^(?!0+$)[0-9a-f]{16}$/;

/** First millisecond of 1971. An earlier time was not read from a clock: most were counted in milliseconds, not in nanoseconds. */
const FIRST_TIME_MS = Date.UTC(1971, 0);

/** Time by which the clock of a sender may be ahead, in milliseconds: a day. */
const MOST_AHEAD_MS = 24 * 60 * 60 * 1_000;

/** Spans of one export that are not stored, with their reasons. The other spans of the export are. */
export class RefusedSpans {
  readonly #now: number | undefined;
  readonly #reasons = new Map<string, { count: number; first: number }>();
  #count = 0;

  /** `now`: time of the export, in milliseconds since 1970; undefined for an archive, whose times may be any. */
  constructor(now: number | undefined) {
    this.#now = now;
  }

  /** Number of refused spans. */
  get count(): number {
    return this.#count;
  }

  /** Returns the spans that can be stored. */
  without(spans: readonly ReceivedSpan[]): ReceivedSpan[] {
    return spans.filter((span, index) => {
      const reason = this.#reasonFor(span);
      if (reason === undefined) return true;
      const known = this.#reasons.get(reason);
      this.#reasons.set(reason, { count: (known?.count ?? 0) + 1, first: known?.first ?? index + 1 });
      this.#count += 1;
      return false;
    });
  }

  /** Returns the reasons in one line; empty without any. */
  text(): string {
    const reasons = [...this.#reasons].map(
      ([reason, { count, first }]) =>
        `${count} ${count === 1 ? "span is" : "spans are"} refused: ${reason} (first: span ${first} of the export)`,
    );
    return reasons.join("; ");
  }

  #reasonFor({ traceId, spanId, parentSpanId, startTime, endTime }: ReceivedSpan): string | undefined {
    if (!TRACE_ID.test(traceId)) return "the traceId is not 32 hexadecimal digits, or is all zeros";
    if (!SPAN_ID.test(spanId)) return "the spanId is not 16 hexadecimal digits, or is all zeros";
    if (parentSpanId !== null && !SPAN_ID.test(parentSpanId)) return "the parentSpanId is not 16 hexadecimal digits";
    if (this.#now === undefined) return undefined;
    const times = [startTime, endTime].filter((time) => time !== null);
    if (times.some((time) => time < FIRST_TIME_MS)) return "a time lies in 1970: times are nanoseconds since 1970";
    const last = this.#now + MOST_AHEAD_MS;
    if (times.some((time) => time > last)) return "a time lies more than a day ahead: set the clock of the sender";
    return undefined;
  }
}
