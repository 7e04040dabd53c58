import { isSpanContextValid, propagation, trace, type Context } from "@opentelemetry/api";
import { fieldsOf, setSvcTraceIdInBaggage, SVC_TRACE_ID_BAGGAGE_KEY, type Fields } from "@svc/core/internal";

const TRACEPARENT = "traceparent";
const TRACESTATE = "tracestate";
const BAGGAGE = "baggage";

/** Keys of `_meta` in which requests carry their trace. They have no prefix, as the protocol says. */
const KEYS = [TRACEPARENT, TRACESTATE, BAGGAGE] as const;

/** Baggage that only marks that a trace has its application root, as most requests carry it. */
const MARK = `${SVC_TRACE_ID_BAGGAGE_KEY}=`;
const MARKED = new RegExp(`^${MARK}([0-9a-f]{32})$`);

/** Returns true when the registered propagator carries baggage in W3C's form. */
function carriesBaggage(): boolean {
  return propagation.fields().includes(BAGGAGE);
}

/**
 * Returns the parameters with the trace of this context in a copy of their `_meta`, or the parameters themselves when there is
 * nothing to add. What the application has put there stays: its `traceparent` also keeps ours and our `tracestate` away. Writes
 * what the registered propagator writes in W3C's form.
 */
export function withTraceContext(params: Fields, ctx: Context): Fields {
  const span = trace.getSpan(ctx);
  const traceId = span?.isRecording() === true ? span.spanContext().traceId : undefined;
  const carrier: Record<string, unknown> = {};
  const isMarkAlone = propagation.getBaggage(ctx) === undefined;
  propagation.inject(traceId === undefined || isMarkAlone ? ctx : setSvcTraceIdInBaggage(ctx, traceId), carrier);
  // Baggage of one known entry needs no encoding.
  if (traceId !== undefined && isMarkAlone && carriesBaggage()) carrier[BAGGAGE] = MARK + traceId;
  const meta = fieldsOf(params["_meta"]);
  const keys = meta[TRACEPARENT] === undefined ? KEYS : ([BAGGAGE] as const);
  const added: Record<string, unknown> = {};
  for (const key of keys) if (carrier[key] !== undefined && meta[key] === undefined) added[key] = carrier[key];
  return Object.keys(added).length === 0 ? params : { ...params, _meta: { ...meta, ...added } };
}

/** Returns the `traceparent` of the parameters of a request. */
export function traceparentOf(params: Fields): unknown {
  return fieldsOf(params["_meta"])[TRACEPARENT];
}

/** Trace of a request as it arrives. */
export interface ArrivedTrace {
  /** Context for the request: the given one with the span and the baggage of the sender, where it sent them. */
  readonly context: Context;
  /** True when the sender named a span. */
  readonly hasParent: boolean;
}

/** Returns the trace that the parameters of a request carry, in the given context. */
export function arrivedTrace(params: Fields, ctx: Context): ArrivedTrace {
  const meta = fieldsOf(params["_meta"]);
  const carrier: Record<string, string> = {};
  for (const key of KEYS) {
    const value = meta[key];
    if (typeof value === "string") carrier[key] = value;
  }
  if (Object.keys(carrier).length === 0) return { context: ctx, hasParent: false };
  const marked = MARKED.exec(carrier[BAGGAGE] ?? "")?.[1];
  if (marked !== undefined) delete carrier[BAGGAGE];
  const extracted = propagation.extract(ctx, carrier);
  const arrived = marked !== undefined && carriesBaggage() ? setSvcTraceIdInBaggage(extracted, marked) : extracted;
  const parent = trace.getSpanContext(arrived);
  const hasParent =
    parent !== undefined && isSpanContextValid(parent) && carrier[TRACEPARENT]?.includes(parent.spanId) === true;
  return { context: arrived, hasParent };
}
