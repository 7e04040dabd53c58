import type { Span } from "@opentelemetry/api";
import type { HttpInstrumentationConfig } from "@opentelemetry/instrumentation-http";

/** Methods by which a framework writes to the span of the request it answers. */
const WRITING = ["setAttribute", "setAttributes", "setStatus", "updateName"] as const;

/**
 * Settings of the `node:http` instrumentation. The span of a request ends with the answer. Frameworks such as Next.js write the
 * route to the span a moment later, which the application can neither cause nor fix.
 */
export const HTTP_CONFIG: HttpInstrumentationConfig = {
  applyCustomAttributesOnSpan(span, _request, response) {
    const isServer = "writeHead" in response;
    if (isServer) ignoreLateWrites(span);
  },
};

/** Ignores writes to a span that has ended, without a warning. */
function ignoreLateWrites(span: Span): void {
  for (const method of WRITING) {
    const write = span[method] as (...args: unknown[]) => Span;
    const value = (...args: unknown[]): Span => (span.isRecording() ? Reflect.apply(write, span, args) : span);
    Object.defineProperty(span, method, { value, configurable: true, writable: true });
  }
}
