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

/** The tracer every observation is made with: scope `svc-sdk`, version of this SDK. */
export function getSvcTracer(): Tracer {
  return getSvcTracerProvider().getTracer(SVC_TRACER_NAME, SVC_SDK_VERSION);
}
