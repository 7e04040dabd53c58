import { context, createContextKey } from "@opentelemetry/api";

/** Context key that tells every OpenTelemetry SDK and instrumentation to record nothing. */
export const SUPPRESS_TRACING: symbol = /* @__PURE__ */ createContextKey(
  "OpenTelemetry SDK Context Key SUPPRESS_TRACING",
);

/** Runs SDK code that no instrumentation shall record, such as a request to the service. */
export function withoutTracing<T>(fn: () => T): T {
  return context.with(context.active().setValue(SUPPRESS_TRACING, true), fn);
}
