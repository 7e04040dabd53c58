import {
  trace,
  TraceFlags,
  type Context,
  type ProxyTracerProvider,
  type Span,
  type SpanOptions,
  type Tracer,
  type TracerProvider,
} from "@opentelemetry/api";
import {
  apiSlot,
  countUnsampled,
  globalState,
  logger,
  noteSampling,
  noteUnrecorded,
  SVC_SDK_VERSION,
  SVC_TRACER_NAME,
} from "@svc/core/internal";

/**
 * Sets a tracer provider only for this SDK, so that its spans pass through other processors than the application's. null
 * restores the global provider. Trace ids and parents are still shared through the context.
 */
export function setSvcTracerProvider(provider: TracerProvider | null): void {
  globalState.tracerProvider = provider;
}

/** Returns the provider set by {@link setSvcTracerProvider}, else the global one. */
export function getSvcTracerProvider(): TracerProvider {
  return globalState.tracerProvider ?? globalProvider();
}

let latest: { readonly delegate: TracerProvider; readonly tracer: Tracer } | undefined;

/**
 * Returns the tracer that makes every observation: scope `svc-sdk`, version of this SDK. The tracer is cached until the
 * provider changes.
 */
export function getSvcTracer(): Tracer {
  const provider = getSvcTracerProvider();
  const delegate = delegateOf(provider);
  if (latest?.delegate !== delegate) {
    latest = { delegate, tracer: provider.getTracer(SVC_TRACER_NAME, SVC_SDK_VERSION) };
  }
  return latest.tracer;
}

/**
 * Starts the span of an observation: every observation, by hand or of an instrumentation, starts here. Logs why observations are not
 * recorded, and remembers the traces that are sampled out.
 */
export function startSvcSpan(name: string, options: SpanOptions, parent: Context): Span {
  const span = getSvcTracer().startSpan(name, options, parent);
  if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0) return span;
  if (!span.isRecording()) noteUnrecorded(span);
  if (noteSampling(span, parent)) countUnsampled();
  return span;
}

/** Returns the provider behind the API's proxy. The proxy stays the same when the application starts another SDK. */
function delegateOf(provider: TracerProvider): TracerProvider {
  const { getDelegate } = provider as Partial<ProxyTracerProvider>;
  return typeof getDelegate === "function" ? getDelegate.call(provider) : provider;
}

/** Registered provider that our copy of the API was last seen unable to use. */
let outOfReach: unknown;

/**
 * Returns the registered provider as our copy of the API reads it. Our copy ignores a provider that an older copy
 * registered; that case is logged.
 */
function globalProvider(): TracerProvider {
  const provider = trace.getTracerProvider();
  const slot = apiSlot();
  const registered = slot?.trace;
  if (registered !== undefined && registered !== provider && registered !== outOfReach) {
    outOfReach = registered;
    logger.warnOnce(
      `Observations are not recorded: the application's tracing is registered with @opentelemetry/api ${slot?.version}, ` +
        `and the newer copy that @svc/tracing loads cannot use it. Install one copy for both: ` +
        `npm install @opentelemetry/api@${slot?.version}`,
    );
  }
  return provider;
}
