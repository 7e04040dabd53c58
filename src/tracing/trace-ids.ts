import { trace } from "@opentelemetry/api";

/** Id of the active trace, 32 hexadecimal digits; undefined where no span is active. */
export function getActiveTraceId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().traceId;
}

/** Id of the active span, 16 hexadecimal digits; undefined where no span is active. */
export function getActiveSpanId(): string | undefined {
  return trace.getActiveSpan()?.spanContext().spanId;
}

/**
 * A trace id: 32 hexadecimal digits. The same seed gives the same id (the beginning of its SHA-256); without one, or with
 * an empty one, it is random.
 */
export async function createTraceId(seed?: string): Promise<string> {
  const bytes = seed
    ? new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(seed)))
    : crypto.getRandomValues(new Uint8Array(16));
  return Buffer.from(bytes.subarray(0, 16)).toString("hex");
}
