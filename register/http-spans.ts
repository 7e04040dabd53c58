import type { Span } from "@opentelemetry/api";
import type { HttpInstrumentationConfig } from "@opentelemetry/instrumentation-http";

/** Methods by which a framework writes on the span of the request that it answers. */
const WRITING = ["setAttribute", "setAttributes", "setStatus", "updateName"] as const;

/**
 * Settings of the instrumentation of `node:http`. The span of a request ends with its answer; frameworks such as Next.js
 * write the route on it a moment later, which is no mistake of the application's and nothing that it could mend.
 */
export const HTTP_CONFIG: HttpInstrumentationConfig = {
  applyCustomAttributesOnSpan(span, _request, response) {
    const isServer = "writeHead" in response;
    if (isServer) ignoreLateWrites(span);
  },
};

/** What is written once the span has ended is left out without a warning. */
function ignoreLateWrites(span: Span): void {
  for (const method of WRITING) {
    const write = span[method] as (...args: unknown[]) => Span;
    const value = (...args: unknown[]): Span => (span.isRecording() ? Reflect.apply(write, span, args) : span);
    Object.defineProperty(span, method, { value, configurable: true, writable: true });
  }
}
