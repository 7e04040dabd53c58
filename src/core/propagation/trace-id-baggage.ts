import { propagation, type Context } from "@opentelemetry/api";
import { SVC_TRACE_ID_BAGGAGE_KEY } from "../names/constants.ts";

/** The trace that already has its application root upstream, lower-case; undefined when baggage names none. */
export function getSvcTraceIdFromBaggage(ctx: Context): string | undefined {
  return propagation.getBaggage(ctx)?.getEntry(SVC_TRACE_ID_BAGGAGE_KEY)?.value.toLowerCase();
}

/** Claims the trace for an application root, for everything downstream. A claim that stands already changes nothing. */
export function setSvcTraceIdInBaggage(ctx: Context, traceId: string): Context {
  if (getSvcTraceIdFromBaggage(ctx) === traceId.toLowerCase()) return ctx;
  const baggage = propagation.getBaggage(ctx) ?? propagation.createBaggage();
  return propagation.setBaggage(ctx, baggage.setEntry(SVC_TRACE_ID_BAGGAGE_KEY, { value: traceId.toLowerCase() }));
}
