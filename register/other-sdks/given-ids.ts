import type { SpanContext } from "@opentelemetry/api";
import { randomBytes } from "node:crypto";

/** Id generator that accepts the ids of the next span. */
export class GivenIds {
  #given: SpanContext | undefined;

  /** Calls `start`, whose span gets these ids. */
  give<T>(ids: SpanContext | undefined, start: () => T): T {
    this.#given = ids;
    try {
      return start();
    } finally {
      this.#given = undefined;
    }
  }

  generateTraceId = (): string => this.#given?.traceId ?? randomBytes(16).toString("hex");
  generateSpanId = (): string => this.#given?.spanId ?? randomBytes(8).toString("hex");
}
