import type { Span } from "@opentelemetry/api";

/**
 * The time within one span. It begins at the span's start and goes on evenly, whatever is done to the wall clock: a time
 * that was told here never lies before the start, nor after an end that is told here later.
 */
export class SpanClock {
  readonly #startMs: number;
  readonly #startedAt: number;

  /** Make it as soon as the span has started. */
  constructor(span: Span) {
    this.#startedAt = performance.now();
    this.#startMs = startOf(span) ?? Date.now();
  }

  /** Milliseconds since the span's start. */
  elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#startMs + this.elapsedMs();
  }
}

/** Where the span of an OpenTelemetry SDK keeps its start, in milliseconds since 1970; the API has no name for it. */
function startOf(span: Span): number | undefined {
  const { startTime } = span as { startTime?: unknown };
  if (!Array.isArray(startTime)) return undefined;
  const [seconds, nanoseconds] = startTime as unknown[];
  return typeof seconds === "number" && typeof nanoseconds === "number"
    ? seconds * 1_000 + nanoseconds / 1_000_000
    : undefined;
}
