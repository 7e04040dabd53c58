import { trace, type Context } from "@opentelemetry/api";
import type { SpanProcessor } from "@opentelemetry/sdk-trace";
import * as A from "@svc/core/internal/span-attributes";
import type { ReadableSpan } from "@svc/otel";

/** Instrumentations of the requests that carry a model call. Below a recorded model call their spans say nothing that it does not. */
const TRANSPORTS = /^@opentelemetry\/instrumentation-(?:http|undici|net|dns)$/;

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
