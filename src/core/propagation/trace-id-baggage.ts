import { propagation, type Context } from "@opentelemetry/api";
import { SVC_TRACE_ID_BAGGAGE_KEY } from "../names/constants.ts";

/**
 * Returns the id, in lower case, of the trace that already has its application root upstream; undefined when baggage names
 * no trace.
 */
export function getSvcTraceIdFromBaggage(ctx: Context): string | undefined {
  return propagation.getBaggage(ctx)?.getEntry(SVC_TRACE_ID_BAGGAGE_KEY)?.value.toLowerCase();
}

/**
 * Marks in baggage that the trace has its application root, for all services downstream. Returns the same context when the
 * trace is already marked.
 */
export function setSvcTraceIdInBaggage(ctx: Context, traceId: string): Context {
  if (getSvcTraceIdFromBaggage(ctx) === traceId.toLowerCase()) return ctx;
  const baggage = propagation.getBaggage(ctx) ?? propagation.createBaggage();
  return propagation.setBaggage(ctx, baggage.setEntry(SVC_TRACE_ID_BAGGAGE_KEY, { value: traceId.toLowerCase() }));
}
