import { context, trace, type Tracer } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { SVC_TRACER_NAME } from "@svc/core";
import { SvcSpanProcessor, type SvcSpanProcessorParams } from "@svc/otel";
import { setSvcTracerProvider } from "@svc/tracing";

/** Keys that the tests send with. */
export const TEST_KEYS = { publicKey: "pk-svc-test", secretKey: "sk-svc-test" } as const;

/** Processor inside a real provider, with a tracer whose spans are exported. */
export interface Traced {
  readonly processor: SvcSpanProcessor;
  readonly tracer: Tracer;
}

/** Registers a context manager, and gives `@svc/tracing` a provider whose processor is ours and exports to this address. */
export function traceTo(baseUrl: string, params: SvcSpanProcessorParams = {}): Traced {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
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
