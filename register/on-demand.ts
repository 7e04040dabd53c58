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
import { apiSlot } from "@svc/core";
import { registeredProvider, registerSdk } from "./api-slot.ts";

/**
 * Stands in for an SDK that is booted when the first span is started or the first context is carried over: most of what an
 * SDK costs at start is paid by processes that need one.
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

  /** Boots the SDK, unless it is or an SDK of the application's own has taken its place. */
  boot(): void {
    const start = this.#start;
    if (start === undefined || registeredProvider() !== this.#provider) return;
    this.#start = undefined;
    const proxy = apiSlot()?.trace;
    registerSdk(start, (registered) => registered === proxy || registered === this.#propagator);
  }
}

class OnDemandTracerProvider implements TracerProvider {
  readonly #boot: () => void;

  constructor(boot: () => void) {
    this.#boot = boot;
  }

  getTracer(name: string, version?: string, options?: TracerOptions): Tracer {
    return new OnDemandTracer(() => {
      this.#boot();
      // Where the boot failed, nothing is recorded.
      const provider = registeredProvider() === this ? new ProxyTracerProvider() : trace.getTracerProvider();
      return provider.getTracer(name, version, options);
    });
  }
}

class OnDemandTracer implements Tracer {
  readonly #get: () => Tracer;
  #tracer: Tracer | undefined;

  constructor(get: () => Tracer) {
    this.#get = get;
  }

  startSpan(name: string, options?: SpanOptions, context?: Context): Span {
    return (this.#tracer ??= this.#get()).startSpan(name, options, context);
  }

  startActiveSpan<F extends (span: Span) => unknown>(...args: unknown[]): ReturnType<F> {
    const tracer = (this.#tracer ??= this.#get());
    return Reflect.apply(tracer.startActiveSpan.bind(tracer), undefined, args) as ReturnType<F>;
  }
}

/** After the boot, the registered propagator is the SDK's; whoever still holds this one is led there. */
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

  /** With `OTEL_PROPAGATORS=none` the SDK has none. */
  #isReplaced(): boolean {
    this.#boot();
    return apiSlot()?.propagation !== this;
  }
}
