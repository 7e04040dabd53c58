import type { Span } from "@opentelemetry/api";

/** Methods by which a framework writes to the span of the request it answers. */
const WRITING = ["setAttribute", "setAttributes", "setStatus", "updateName"] as const;

/** Ends a span, and ignores what is written to it afterwards, without a warning. For a span whose end nobody else decides. */
export function endForGood(span: Span): void {
  span.end();
  for (const method of WRITING) span[method] = returnItself;
}

function returnItself(this: Span): Span {
  return this;
}

/**
 * Ignores writes to a span that has ended, without a warning. The span of a request ends with the answer. Frameworks such as Next.js write
 * the route to the span a moment later, which the application can neither cause nor fix.
 */
export function ignoreLateWrites(span: Span): void {
  for (const method of WRITING) {
    const write = span[method] as (...args: unknown[]) => Span;
    const value = (...args: unknown[]): Span => (span.isRecording() ? Reflect.apply(write, span, args) : span);
    Object.defineProperty(span, method, { value, configurable: true, writable: true });
  }
}
