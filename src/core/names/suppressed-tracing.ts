import { context, createContextKey } from "@opentelemetry/api";

/** The key by which every OpenTelemetry SDK and instrumentation knows that nothing is to be recorded. */
export const SUPPRESS_TRACING: symbol = createContextKey("OpenTelemetry SDK Context Key SUPPRESS_TRACING");

/** Runs something of our own that no instrumentation shall record, such as a request to the service. */
export function withoutTracing<T>(fn: () => T): T {
  return context.with(context.active().setValue(SUPPRESS_TRACING, true), fn);
}
