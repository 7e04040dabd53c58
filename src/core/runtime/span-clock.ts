import type { Span } from "@opentelemetry/api";

/**
 * Clock of one span. The clock begins at the span's start and advances evenly, even when the wall clock changes. A time of
 * this clock never lies before the span's start, nor after an end time that the clock gives later.
 */
export class SpanClock {
  readonly #startMs: number;
  readonly #startedAt: number;

  /** Creates the clock. Call the constructor as soon as the span has started. */
  constructor(span: Span) {
    this.#startedAt = performance.now();
    this.#startMs = startOf(span) ?? Date.now();
  }

  /** Returns the milliseconds since the span's start. */
  elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  /** Returns the current time in milliseconds since 1970. */
  now(): number {
    return this.#startMs + this.elapsedMs();
  }
}

/**
 * Returns the start of a span in milliseconds since 1970, from a field of OpenTelemetry SDK spans that the API does not
 * declare. Returns undefined when the span has no such field.
 */
function startOf(span: Span): number | undefined {
  const { startTime } = span as { startTime?: unknown };
  if (!Array.isArray(startTime)) return undefined;
  const seconds: unknown = startTime[0];
  const nanoseconds: unknown = startTime[1];
  return typeof seconds === "number" && typeof nanoseconds === "number"
    ? seconds * 1_000 + nanoseconds / 1_000_000
    : undefined;
}
