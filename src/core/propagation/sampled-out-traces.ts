import { INVALID_TRACEID, TraceFlags, type SpanContext } from "@opentelemetry/api";
import { globalState } from "../runtime/global-state.ts";

/** Traces that are remembered; the oldest are forgotten first. */
const MAX_REMEMBERED = 10_000;

/** Remembers the trace of a span that has just started, if it was sampled out: what belongs to it is not sent either. */
export function noteSampling({ traceId, traceFlags }: SpanContext): void {
  if ((traceFlags & TraceFlags.SAMPLED) !== 0 || traceId === INVALID_TRACEID) return;
  const sampledOut = (globalState.sampledOut ??= new Set());
  if (sampledOut.size >= MAX_REMEMBERED) sampledOut.delete(sampledOut.values().next().value!);
  sampledOut.add(traceId);
}

/** Whether this process has seen a trace sampled out. */
export function isSampledOut(traceId: string): boolean {
  return globalState.sampledOut?.has(traceId) ?? false;
}
