import { trace } from "@opentelemetry/api";
import { hex, sha256, utf8 } from "@svc/core/internal";

/** Returns the id of the active trace, 32 hexadecimal digits; undefined when no span is active. */
export function getActiveTraceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId;
}

/** Returns the id of the active span, 16 hexadecimal digits; undefined when no span is active. */
export function getActiveSpanId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().spanId;
}

/**
 * Returns a trace id, 32 hexadecimal digits. The same seed gives the same id (the beginning of its SHA-256). Without a
 * seed, or with an empty one, the id is random.
 */
export async function createTraceId(seed?: string): Promise<string> {
  const bytes = seed ? sha256(utf8(seed)) : crypto.getRandomValues(new Uint8Array(16));
  return hex(bytes, 0, 16);
}
