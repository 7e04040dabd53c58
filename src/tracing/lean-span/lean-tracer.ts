/* oxlint-disable no-underscore-dangle -- the names of the SDK's fields */
import {
  context,
  createNoopMeter,
  diag,
  SamplingDecision,
  SpanKind,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type SamplingResult,
  type Span,
  type SpanContext,
  type SpanOptions,
  type Tracer,
} from "@opentelemetry/api";
import { SUPPRESS_TRACING } from "@svc/core/internal";
import { isPlainValue, leanSpanClass, type LeanSpanClass } from "./lean-span.ts";
import { hasSdkMethods, isSdkTracer, type SdkTracer, type TracerMetrics } from "./sdk-parts.ts";

const NOOP_METER = createNoopMeter();
const NOOP_COUNTER: object = NOOP_METER.createCounter("");
const NOOP_UP_DOWN_COUNTER: object = NOOP_METER.createUpDownCounter("");

const countNothing = (): void => {};

/**
 * Returns a tracer whose spans cost less, where the given tracer is one of the OpenTelemetry SDK that is known; else the given
 * tracer. The spans go through the same sampler, ids, limits and processors, and differ in nothing that can be read. A method that
 * somebody has replaced, of the tracer or of the class of spans, is used. Attributes that a span starts with belong to the tracer from
 * then on: a sampler is given the object.
 */
export function leanTracer(sdkTracer: Tracer): Tracer {
  if (!isSdkTracer(sdkTracer)) return sdkTracer;
  // oxlint-disable-next-line typescript/unbound-method -- only compared
  const { startSpan: sdkStart } = sdkTracer;
  let spans: LeanSpanClass | undefined;
  let isKnown = true;

  /** Has the SDK start the span, and looks at the class of the first one. */
  const startBySdk = (name: string, options: SpanOptions | undefined, parent: Context): Span => {
    const span = sdkTracer.startSpan(name, options, parent);
    if (isKnown && spans === undefined && span.isRecording()) {
      spans = hasSdkMethods(span) ? leanSpanClass(span, sdkTracer) : undefined;
      isKnown = spans !== undefined;
    }
    return span;
  };

  const startSpan = (name: string, options?: SpanOptions, parent: Context = context.active()): Span => {
    const { attributeCountLimit, attributeValueLengthLimit } = sdkTracer._spanLimits;
    if (
      spans === undefined ||
      sdkTracer.startSpan !== sdkStart ||
      !spans.isIntact() ||
      attributeValueLengthLimit !== Infinity ||
      options?.root ||
      options?.links?.length ||
      parent.getValue(SUPPRESS_TRACING) === true
    ) {
      return startBySdk(name, options, parent);
    }
    const given = options?.attributes ?? {};
    if (!isPlain(given) || countOf(given, attributeCountLimit) < 0) return startBySdk(name, options, parent);

    const parentSpanContext = trace.getSpan(parent)?.spanContext();
    const isChild = parentSpanContext !== undefined && trace.isSpanContextValid(parentSpanContext);
    const spanId = sdkTracer._idGenerator.generateSpanId();
    const traceId = isChild ? parentSpanContext.traceId : sdkTracer._idGenerator.generateTraceId();
    const kind = options?.kind ?? SpanKind.INTERNAL;
    const sampled = sdkTracer._sampler.shouldSample(parent, traceId, name, kind, given, []);
    const attributes = { ...given };
    const attributesCount = sampled.attributes === undefined ? countOf(attributes, attributeCountLimit) : -1;
    if (attributesCount < 0) {
      // The sampler has added attributes, which the SDK checks.
      const changed = { ...options, attributes: given };
      return repeatStart(sdkTracer, { name, options: changed, parent, traceId, spanId, sampled });
    }

    const recordEndMetrics = countStart(sdkTracer._tracerMetrics, parentSpanContext, sampled.decision);
    const spanContext: SpanContext = {
      traceId,
      spanId,
      traceFlags: sampled.decision === SamplingDecision.RECORD_AND_SAMPLED ? TraceFlags.SAMPLED : TraceFlags.NONE,
      traceState: sampled.traceState ?? (isChild ? parentSpanContext.traceState : undefined),
    } as SpanContext;
    if (sampled.decision === SamplingDecision.NOT_RECORD) {
      diag.debug("Recording is off, propagating context in a non-recording span");
      return trace.wrapSpanContext(spanContext);
    }
    return spans.start({
      tracer: sdkTracer,
      context: parent,
      spanContext,
      name,
      kind,
      parentSpanContext: isChild ? parentSpanContext : undefined,
      attributes,
      attributesCount,
      startTime: options?.startTime,
      recordEndMetrics,
    });
  };
  return Object.create(sdkTracer, { startSpan: { value: startSpan, writable: true, configurable: true } }) as Tracer;
}

/** Returns true for an object of no class. */
function isPlain(attributes: Attributes): boolean {
  return typeof attributes === "object" && Object.getPrototypeOf(attributes) === Object.prototype;
}

/** Returns the number of attributes; -1 when there are more than the limit, or when the SDK would change or drop one of them. */
function countOf(attributes: Attributes, limit: number): number {
  let count = 0;
  for (const key in attributes) {
    if (!isPlainValue(attributes[key]) || key.length === 0) return -1;
    count++;
  }
  return count <= limit ? count : -1;
}

/** Counts a span that starts, where somebody receives the metrics of the SDK. Returns the function that counts the end. */
function countStart(metrics: TracerMetrics, parent: SpanContext | undefined, decision: SamplingDecision): () => void {
  if (metrics.startedSpans === NOOP_COUNTER && metrics.liveSpans === NOOP_UP_DOWN_COUNTER) return countNothing;
  return metrics.startSpan(parent, decision);
}

/** Span whose ids and sampling are decided. */
interface DecidedStart {
  readonly name: string;
  readonly options: SpanOptions;
  readonly parent: Context;
  readonly traceId: string;
  readonly spanId: string;
  readonly sampled: SamplingResult;
}

/** Has the SDK start a span with ids and a sampling that are decided: neither generator nor sampler is asked a second time. */
function repeatStart(tracer: SdkTracer, { name, options, parent, traceId, spanId, sampled }: DecidedStart): Span {
  const decided = Object.create(tracer, {
    _idGenerator: { value: { generateTraceId: () => traceId, generateSpanId: () => spanId } },
    _sampler: { value: { shouldSample: () => sampled } },
  }) as SdkTracer;
  return decided.startSpan(name, options, parent);
}
