import {
  propagation,
  ProxyTracerProvider,
  trace,
  type Context,
  type Span,
  type SpanOptions,
  type TextMapGetter,
  type TextMapPropagator,
  type TextMapSetter,
  type Tracer,
  type TracerOptions,
  type TracerProvider,
} from "@opentelemetry/api";
import { apiSlot } from "@svc/core/internal";
import { registeredProvider, registerSdk } from "../api-slot/api-slot.ts";

/**
 * Placeholder for an SDK that boots when the first span is started or the first context is propagated. Processes that need no
 * SDK do not pay for most of its start-up.
 */
export class SdkOnDemand {
  readonly #provider = new OnDemandTracerProvider(() => this.boot());
  readonly #propagator = new OnDemandPropagator(() => this.boot());
  #start: (() => void) | undefined;

  /** `start` registers the SDK. */
  constructor(start: () => void) {
    this.#start = start;
    trace.setGlobalTracerProvider(this.#provider);
    propagation.setGlobalPropagator(this.#propagator);
  }

  /** Boots the SDK, unless it has booted or the application's own SDK has replaced it. */
  boot(): void {
    const start = this.#start;
    if (start === undefined || registeredProvider() !== this.#provider) return;
    this.#start = undefined;
    const proxy = apiSlot()?.trace;
    registerSdk(start, (registered) => registered === proxy || registered === this.#propagator);
  }
}

/** Provider whose tracers record nothing. */
const NO_PROVIDER = new ProxyTracerProvider();

class OnDemandTracerProvider implements TracerProvider {
  readonly #boot: () => void;

  constructor(boot: () => void) {
    this.#boot = boot;
  }

  getTracer(name: string, version?: string, options?: TracerOptions): Tracer {
    return new OnDemandTracer(() => {
      this.#boot();
      const registered = registeredProvider();
      // While the SDK boots nothing is registered: detectors of resources make requests.
      if (registered === undefined) return undefined;
      // Nothing is recorded after a failed boot.
      const provider = registered === this ? NO_PROVIDER : trace.getTracerProvider();
      return provider.getTracer(name, version, options);
    });
  }
}

/** Tracer that forwards to the SDK's, and records nothing until there is one. */
class OnDemandTracer implements Tracer {
  readonly #find: () => Tracer | undefined;
  #tracer: Tracer | undefined;

  constructor(find: () => Tracer | undefined) {
    this.#find = find;
  }

  startSpan(name: string, options?: SpanOptions, context?: Context): Span {
    return this.#current().startSpan(name, options, context);
  }

  startActiveSpan<F extends (span: Span) => unknown>(...args: unknown[]): ReturnType<F> {
    const tracer = this.#current();
    return Reflect.apply(tracer.startActiveSpan.bind(tracer), undefined, args) as ReturnType<F>;
  }

  #current(): Tracer {
    return (this.#tracer ??= this.#find()) ?? NO_PROVIDER.getTracer("");
  }
}

/**
 * Propagator that forwards to the SDK's. After the boot the SDK's propagator is the registered one; callers that still hold
 * this object reach it.
 */
class OnDemandPropagator implements TextMapPropagator {
  readonly #boot: () => void;

  constructor(boot: () => void) {
    this.#boot = boot;
  }

  inject<C>(context: Context, carrier: C, setter: TextMapSetter<C>): void {
    if (this.#isReplaced()) propagation.inject(context, carrier, setter);
  }

  extract<C>(context: Context, carrier: C, getter: TextMapGetter<C>): Context {
    return this.#isReplaced() ? propagation.extract(context, carrier, getter) : context;
  }

  fields(): string[] {
    return this.#isReplaced() ? propagation.fields() : [];
  }

  /** Boots the SDK and returns true when the SDK has its own propagator. It has none with `OTEL_PROPAGATORS=none`. */
  #isReplaced(): boolean {
    this.#boot();
    return apiSlot()?.propagation !== this;
  }
}
