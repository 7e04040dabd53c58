import type { Attributes, HrTime, Link, SpanContext, SpanKind, SpanStatus, TimeInput } from "@opentelemetry/api";

/**
 * The parts of an ended span this package reads, by structure: spans of the OpenTelemetry SDK 2.x and 3.x both have them,
 * and neither is imported.
 */
export interface ReadableSpan {
  readonly name: string;
  readonly kind: SpanKind;
  spanContext(): SpanContext;
  readonly parentSpanContext?: SpanContext | undefined;
  readonly startTime: HrTime;
  readonly endTime: HrTime;
  readonly status: SpanStatus;
  readonly attributes: Attributes;
  readonly links: ReadonlyArray<Link & { droppedAttributesCount?: number }>;
  readonly events: ReadonlyArray<TimedEvent>;
  readonly resource: Resource;
  readonly instrumentationScope: InstrumentationScope;
  readonly droppedAttributesCount: number;
  readonly droppedEventsCount: number;
  readonly droppedLinksCount: number;
}

/** An event on a span. */
export interface TimedEvent {
  readonly name: string;
  readonly time: HrTime;
  readonly attributes?: Attributes;
  readonly droppedAttributesCount?: number;
}

/** What produced the spans; parts of it may still be being found out. */
export interface Resource {
  readonly attributes: Attributes;
  readonly asyncAttributesPending?: boolean;
  waitForAsyncAttributes?(): Promise<void>;
  /** Every attribute; what is still being found out is a promise. */
  getRawAttributes?(): ReadonlyArray<readonly [key: string, value: unknown]>;
}

/** Which library made a span. */
export interface InstrumentationScope {
  readonly name: string;
  readonly version?: string;
  readonly schemaUrl?: string;
}

/** A span that has just started: what `onStart` may set on it, and what it already carries. */
export interface StartedSpan extends ReadableSpan {
  setAttribute(key: string, value: string | number | boolean | string[]): unknown;
  isRecording(): boolean;
  end(endTime?: TimeInput): void;
}

/** An exporter of the OpenTelemetry SDK. */
export interface SpanExporter {
  export(spans: ReadableSpan[], resultCallback: (result: { code: number; error?: Error }) => void): void;
  shutdown(): Promise<void>;
  forceFlush?(): Promise<void>;
}
