import { INVALID_TRACEID, TraceFlags, type SpanContext } from "@opentelemetry/api";
import { globalState } from "../runtime/global-state.ts";

/** Maximum number of remembered traces. The oldest are forgotten first. */
const MAX_REMEMBERED = 10_000;

/**
 * Remembers the trace of a span that has just started, if the span was sampled out. Data of that trace, such as scores, is
 * not sent either.
 */
export function noteSampling({ traceId, traceFlags }: SpanContext): void {
  if ((traceFlags & TraceFlags.SAMPLED) !== 0 || traceId === INVALID_TRACEID) return;
  const sampledOut = (globalState.sampledOut ??= new Set());
  if (sampledOut.size >= MAX_REMEMBERED) sampledOut.delete(sampledOut.values().next().value!);
  sampledOut.add(traceId);
}

/** Returns true when this process has seen the trace sampled out and still remembers it. */
export function isSampledOut(traceId: string): boolean {
  return globalState.sampledOut?.has(traceId) ?? false;
}
