import { trace, type ProxyTracerProvider, type Tracer, type TracerProvider } from "@opentelemetry/api";
import { apiSlot, globalState, logger, SVC_SDK_VERSION, SVC_TRACER_NAME } from "@svc/core";

/**
 * Gives this SDK a tracer provider of its own, so that its spans pass through other processors than the application's;
 * null goes back to the global provider. Trace ids and parents are still shared through the context.
 */
export function setSvcTracerProvider(provider: TracerProvider | null): void {
  globalState.tracerProvider = provider;
}

/** The provider set by {@link setSvcTracerProvider}, else the global one. */
export function getSvcTracerProvider(): TracerProvider {
  return globalState.tracerProvider ?? globalProvider();
}

let latest: { readonly delegate: TracerProvider; readonly tracer: Tracer } | undefined;

/** The tracer every observation is made with: scope `svc-sdk`, version of this SDK. A provider is asked for it once. */
export function getSvcTracer(): Tracer {
  const provider = getSvcTracerProvider();
  const delegate = delegateOf(provider);
  if (latest?.delegate !== delegate) {
    latest = { delegate, tracer: provider.getTracer(SVC_TRACER_NAME, SVC_SDK_VERSION) };
  }
  return latest.tracer;
}

/** The provider behind the API's proxy: the proxy stays the same when the application starts another SDK. */
function delegateOf(provider: TracerProvider): TracerProvider {
  const { getDelegate } = provider as Partial<ProxyTracerProvider>;
  return typeof getDelegate === "function" ? getDelegate.call(provider) : provider;
}

/** The registered provider that was last seen to be out of reach. */
let outOfReach: unknown;

/** The provider that is registered, as far as our copy of the API reads it: it ignores what an older one has registered. */
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
