import { trace, type Context } from "@opentelemetry/api";
import type { SpanProcessor } from "@opentelemetry/sdk-trace";
import * as A from "@svc/core/internal/span-attributes";
import type { ReadableSpan } from "@svc/otel";

/**
 * Scopes whose spans below a recorded model call say nothing that it does not: instrumentations of the requests that carry the call, and
 * Anthropic's SDK, which makes a span of each call wherever a tracer is registered.
 */
const TRANSPORTS = /^(?:@opentelemetry\/instrumentation-(?:http|undici|net|dns)$|com\.anthropic\.sdk\.typescript\b)/;

/** Types of observation that are calls over the network. */
const MODEL_CALLS: ReadonlySet<unknown> = new Set(["generation", "embedding"]);

/** Processor that notes the spans of requests below recorded model calls, which the application's own destinations do not get. */
export class ModelRequests implements SpanProcessor {
  /** Contexts of the noted spans. */
  readonly #noted = new WeakSet<object>();

  onStart(span: ReadableSpan, parentContext: Context): void {
    if (!TRANSPORTS.test(span.instrumentationScope.name)) return;
    const parent = trace.getSpan(parentContext);
    const isModelCall = MODEL_CALLS.has(
      (parent as Partial<ReadableSpan> | undefined)?.attributes?.[A.OBSERVATION_TYPE],
    );
    if (isModelCall || (parent !== undefined && this.#noted.has(parent.spanContext()))) {
      this.#noted.add(span.spanContext());
    }
  }

  onEnd(): void {}

  /** Returns true for the span of a request below a recorded model call. */
  has(span: Pick<ReadableSpan, "spanContext">): boolean {
    return this.#noted.has(span.spanContext());
  }

  forceFlush(): Promise<void> {
    return Promise.resolve();
  }

  shutdown(): Promise<void> {
    return Promise.resolve();
  }
}
