import type {
  Attributes,
  AttributeValue,
  Context,
  HrTime,
  Link,
  SamplingResult,
  Span,
  SpanContext,
  SpanKind,
  SpanStatus,
  TimeInput,
  Tracer,
} from "@opentelemetry/api";

/** Fields of the OpenTelemetry SDK's tracer, 2.x and 3.x. */
export interface SdkTracer extends Tracer {
  readonly _sampler: {
    shouldSample(
      context: Context,
      traceId: string,
      name: string,
      kind: SpanKind,
      attributes: Attributes,
      links: Link[],
    ): SamplingResult;
    toString(): string;
  };
  readonly _spanLimits: SpanLimits;
  readonly _idGenerator: { generateTraceId(): string; generateSpanId(): string };
  readonly instrumentationScope: object;
  readonly _resource: object;
  readonly _spanProcessor: SdkSpanProcessor;
  readonly _tracerMetrics: TracerMetrics;
}

/** Limits of a span that matter here. */
export interface SpanLimits {
  readonly attributeCountLimit: number;
  readonly attributeValueLengthLimit: number;
}

/** Counters of started and of live spans. */
export interface TracerMetrics {
  readonly startedSpans: object;
  readonly liveSpans: object;
  /** Counts a span that starts. Returns a function that counts its end. */
  startSpan(parent: SpanContext | undefined, decision: number): () => void;
}

/** Processor of all processors of a provider. */
export interface SdkSpanProcessor {
  onStart(span: Span, context: Context): void;
  onEnding?(span: Span): void;
  onEnd(span: Span): void;
}

/** Fields of the OpenTelemetry SDK's span, 2.x and 3.x. */
export interface SdkSpan extends Span {
  _spanContext: SpanContext;
  kind: SpanKind;
  parentSpanContext: SpanContext | undefined;
  attributes: Attributes;
  links: Link[];
  events: unknown[];
  startTime: HrTime;
  resource: object;
  instrumentationScope: object;
  _droppedAttributesCount: number;
  _droppedEventsCount: number;
  _droppedLinksCount: number;
  _attributesCount: number;
  name: string;
  status: SpanStatus;
  endTime: HrTime;
  _ended: boolean;
  _duration: HrTime;
  _spanProcessor: SdkSpanProcessor;
  _spanLimits: SpanLimits;
  /** Exists in 2.x alone. */
  _attributeValueLengthLimit?: number;
  _recordEndMetrics: (() => void) | undefined;
  _performanceStartTime: number;
  _performanceOffset: number;
  _startTimeProvided: boolean;
  _getTime(time?: TimeInput): HrTime;
}

/** Methods of the class of spans that a lean span does not inherit. */
export interface SdkSpanMethods {
  readonly setAttribute: (this: SdkSpan, key: string, value: AttributeValue) => SdkSpan;
  readonly end: (this: SdkSpan, endTime?: TimeInput) => void;
}

const TRACER_FIELDS = "_sampler,_spanLimits,_idGenerator,instrumentationScope,_resource,_spanProcessor,_tracerMetrics";

/** Returns true when a tracer is the SDK's, with the fields and the `startSpan` that are known. */
export function isSdkTracer(tracer: Tracer): tracer is SdkTracer {
  return fieldsOf(tracer) === TRACER_FIELDS && isMethodOf(tracer, "startSpan", "shouldSample(");
}

/** Returns true when the sampler of a tracer keeps every trace that begins in this process, and follows the flag of all others. */
export function samplesEveryRoot(tracer: Tracer): boolean {
  const { _sampler: sampler } = tracer as Partial<SdkTracer>;
  return sampler?.toString().startsWith("ParentBased{root=AlwaysOnSampler,") === true;
}

/** Returns true when the methods of a span are the SDK's. */
export function hasSdkMethods(span: Span): span is SdkSpan {
  return isMethodOf(span, "setAttribute", "_attributesCount") && isMethodOf(span, "end", "_recordEndMetrics");
}

/** Returns the names of an object's own fields, in their order. */
export function fieldsOf(object: object): string {
  return Object.keys(object).join();
}

/**
 * Returns true when the class of an object has this method with its own code. A function that somebody put in its place does not
 * have the word, or it was not written as a method and so has a property `prototype`.
 */
function isMethodOf(object: object, name: string, word: string): boolean {
  const method: unknown = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(object), name)?.value;
  return typeof method === "function" && !("prototype" in method) && String(method).includes(word);
}
