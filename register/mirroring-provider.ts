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

/** What is done to a span of the application's provider is done to its mirror image, too. */
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
 * Makes our spans with a provider of the application's that takes no processors, so that its traces stay whole, and a
 * second time with ours, under the same ids. What its sampler decides holds for its own spans alone.
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
    // Where nothing is recorded a provider may give the parent's ids once more.
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
      // What their method does to the span in turn is theirs alone.
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
