import { trace, type Tracer, type TracerProvider } from "@opentelemetry/api";
import { globalState, SVC_SDK_VERSION, SVC_TRACER_NAME } from "@svc/core";

/**
 * Gives this SDK a tracer provider of its own, so that its spans pass through other processors than the application's;
 * null goes back to the global provider. Trace ids and parents are still shared through the context.
 */
export function setSvcTracerProvider(provider: TracerProvider | null): void {
  globalState.tracerProvider = provider;
}

/** The provider set by {@link setSvcTracerProvider}, else the global one. */
export function getSvcTracerProvider(): TracerProvider {
  return globalState.tracerProvider ?? trace.getTracerProvider();
}

let latest: { readonly provider: TracerProvider; readonly tracer: Tracer } | undefined;

/** The tracer every observation is made with: scope `svc-sdk`, version of this SDK. A provider is asked for it once. */
export function getSvcTracer(): Tracer {
  const provider = getSvcTracerProvider();
  if (latest?.provider !== provider) {
    latest = { provider, tracer: provider.getTracer(SVC_TRACER_NAME, SVC_SDK_VERSION) };
  }
  return latest.tracer;
}
