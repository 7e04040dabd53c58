import { context, trace, type Tracer } from "@opentelemetry/api";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { SVC_TRACER_NAME } from "@svc/core";
import { SvcSpanProcessor, type SvcSpanProcessorParams } from "@svc/otel";
import { setSvcTracerProvider } from "@svc/tracing";
import { registerContextManager } from "./context-manager.ts";
import { TEST_KEYS } from "./keys.ts";

export { TEST_KEYS };

/** Processor inside a real provider, with a tracer whose spans are exported. */
export interface Traced {
  readonly processor: SvcSpanProcessor;
  readonly tracer: Tracer;
}

/** Registers a context manager, and gives `@svc/tracing` a provider whose processor is ours and exports to this address. */
export function traceTo(baseUrl: string, params: SvcSpanProcessorParams = {}): Traced {
  registerContextManager();
  const processor = new SvcSpanProcessor({ ...TEST_KEYS, baseUrl, ...params });
  const provider = new TracerProvider({ spanProcessors: [processor] });
  setSvcTracerProvider(provider);
  return { processor, tracer: provider.getTracer(SVC_TRACER_NAME) };
}

/** Undoes what {@link traceTo} registered. */
export function untrace(): void {
  setSvcTracerProvider(null);
  context.disable();
  trace.disable();
}
