import {
  context,
  isSpanContextValid,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type SpanOptions,
  type Tracer,
  type TracerOptions,
  type TracerProvider,
} from "@opentelemetry/api";
import { GivenIds } from "./given-ids.ts";

/** Methods whose calls on a span of the application's provider are repeated on its mirror span. */
const MIRRORED = [
  "setAttribute",
  "setAttributes",
  "addEvent",
  "addLink",
  "addLinks",
  "setStatus",
  "updateName",
  "recordException",
  "end",
] as const satisfies ReadonlyArray<keyof Span>;

/**
 * Provider that makes each of our spans twice, with the same ids: with the application's provider, which takes no processors,
 * and with our own. The application's traces stay whole. The decision of the application's sampler applies to the application's
 * spans only.
 */
export class MirroringProvider implements TracerProvider {
  readonly #theirs: TracerProvider;
  readonly #ours: TracerProvider;
  readonly #ids = new GivenIds();
  readonly #images = new WeakMap<Span, Span>();

  /** `startOurs` starts our provider with an id generator. */
  constructor(theirs: TracerProvider, startOurs: (ids: GivenIds) => TracerProvider) {
    this.#theirs = theirs;
    this.#ours = startOurs(this.#ids);
  }

  getTracer(...args: [name: string, version?: string, options?: TracerOptions]): Tracer {
    const theirs = this.#theirs.getTracer(...args);
    const ours = this.#ours.getTracer(...args);
    const startSpan = (name: string, options?: SpanOptions, parent: Context = context.active()): Span => {
      const span = theirs.startSpan(name, options, parent);
      if (isSpanContextValid(span.spanContext())) this.#mirror(span, ours, name, options, parent);
      return span;
    };
    return {
      startSpan,
      startActiveSpan: (name: string, ...rest: readonly unknown[]) => {
        const fn = rest.at(-1) as (span: Span) => never;
        const [options, parent = context.active()] = rest.slice(0, -1) as [SpanOptions?, Context?];
        const span = startSpan(name, options, parent);
        return context.with(trace.setSpan(parent, span), fn, undefined, span);
      },
    };
  }

  #mirror(span: Span, tracer: Tracer, name: string, options: SpanOptions | undefined, parent: Context): void {
    const ids = span.spanContext();
    const parentSpan = trace.getSpan(parent);
    // A provider that records nothing may return the parent's ids again.
    const isNew = ids.spanId !== parentSpan?.spanContext().spanId;
    const image = this.#ids.give(isNew ? ids : undefined, () =>
      tracer.startSpan(name, options, this.#inOurs(parent, parentSpan)),
    );
    this.#images.set(span, image);
    mirror(span, image);
    if (!span.isRecording()) define(span, "isRecording", () => image.isRecording());
  }

  #inOurs(parent: Context, parentSpan: Span | undefined): Context {
    if (parentSpan === undefined) return parent;
    const image = this.#images.get(parentSpan);
    if (image !== undefined) return trace.setSpan(parent, image);
    const { traceFlags, ...ids } = parentSpan.spanContext();
    return trace.setSpanContext(parent, { ...ids, traceFlags: traceFlags | TraceFlags.SAMPLED });
  }
}

function mirror(span: Span, image: Span): void {
  let isTheirs = false;
  for (const method of MIRRORED) {
    const original = span[method] as ((...args: unknown[]) => unknown) | undefined;
    define(span, method, (...args: unknown[]) => {
      if (!isTheirs) Reflect.apply(image[method], image, args);
      const before = isTheirs;
      // Calls that the application's span makes on itself inside a method are not repeated on the mirror span.
      isTheirs = true;
      try {
        return original && Reflect.apply(original, span, args);
      } finally {
        isTheirs = before;
      }
    });
  }
}

function define(span: Span, name: string, value: unknown): void {
  Object.defineProperty(span, name, { value, configurable: true, writable: true });
}
