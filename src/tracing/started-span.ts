import { TraceFlags, type Context, type Span, type SpanOptions } from "@opentelemetry/api";
import { countUnsampled, noteSampling, noteUnrecorded } from "@svc/core/internal";
import { getSvcTracer } from "./tracer-provider.ts";

/**
 * Starts the span of an observation: every observation, by hand or of an instrumentation, starts here. Logs why observations are not
 * recorded, and remembers the traces that are sampled out.
 */
export function startSvcSpan(name: string, options: SpanOptions, parent: Context): Span {
  const span = getSvcTracer().startSpan(name, options, parent);
  if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0) return span;
  if (!span.isRecording()) noteUnrecorded(span);
  if (noteSampling(span, parent)) countUnsampled();
  return span;
}
