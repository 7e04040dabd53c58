import {
  INVALID_TRACEID,
  isSpanContextValid,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type SpanContext,
} from "@opentelemetry/api";
import { globalState } from "../runtime/global-state.ts";

/** Trace id and flags in the header of W3C's trace context. */
const TRACEPARENT = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-([\da-f]{2})/;

/** Maximum number of remembered traces. The oldest are forgotten first. */
const MAX_REMEMBERED = 10_000;

/**
 * Remembers the trace of a span that has just started below `parent`, if the span was sampled out. Data of that trace, such as
 * scores, is not sent either.
 *
 * @returns True when the span was sampled out because of the caller of this process, and not by the choice of its own sampler. The
 * parent is then the caller's span, or in a trace that was seen to come from a caller.
 */
export function noteSampling(span: Span, parent: Context): boolean {
  const spanContext = span.spanContext();
  if (!isUnsampled(spanContext, span)) return false;
  const { traceId } = spanContext;
  const isByCaller = isOfCaller(traceId, trace.getSpanContext(parent));
  globalState.sampledOut = remember(globalState.sampledOut, traceId);
  if (isByCaller) globalState.sampledOutByCaller = remember(globalState.sampledOutByCaller, traceId);
  return isByCaller;
}

/** Remembers the trace of a request that this process receives, if its `traceparent` says that the caller does not sample it. */
export function noteCaller(traceparent: string | undefined): void {
  const [, traceId, flags] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  if (traceId === undefined || (Number.parseInt(flags!, 16) & TraceFlags.SAMPLED) !== 0) return;
  globalState.sampledOutByCaller = remember(globalState.sampledOutByCaller, traceId);
}

/** Returns true when this process has seen the trace sampled out and still remembers it. */
export function isSampledOut(traceId: string): boolean {
  return globalState.sampledOut?.has(traceId) ?? false;
}

/** Returns true when data that belongs to this span or trace is not sent, because its trace was sampled out. */
export function isOfSampledOut({ traceId, traceFlags }: SpanContext): boolean {
  if (isSampledOut(traceId)) return true;
  return (traceFlags & TraceFlags.SAMPLED) === 0 && globalState.recordsUnsampledTraces !== true;
}

function isUnsampled({ traceId, traceFlags }: SpanContext, span: Span): boolean {
  if ((traceFlags & TraceFlags.SAMPLED) !== 0 || traceId === INVALID_TRACEID) return false;
  return globalState.recordsUnsampledTraces !== true || !span.isRecording();
}

function isOfCaller(traceId: string, parent: SpanContext | undefined): boolean {
  if (parent === undefined || !isSpanContextValid(parent) || (parent.traceFlags & TraceFlags.SAMPLED) !== 0)
    return false;
  return parent.isRemote === true || globalState.sampledOutByCaller?.has(traceId) === true;
}

function remember(traces: Set<string> | undefined, traceId: string): Set<string> {
  if (traces === undefined) return new Set([traceId]);
  if (traces.size >= MAX_REMEMBERED) traces.delete(traces.values().next().value!);
  return traces.add(traceId);
}
