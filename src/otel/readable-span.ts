import type { Attributes, HrTime, Link, SpanContext, SpanKind, SpanStatus, TimeInput } from "@opentelemetry/api";

/**
 * Fields of an ended span that this package reads, typed by structure: spans of the OpenTelemetry SDK 2.x and 3.x both
 * have them, and the package imports neither.
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

/** Span fields a filter needs: the name of the scope, the attributes and, if known, the name of the span. */
export type FilterableSpan = Pick<ReadableSpan, "instrumentationScope" | "attributes"> &
  Partial<Pick<ReadableSpan, "name">>;

export interface TimedEvent {
  readonly name: string;
  readonly time: HrTime;
  readonly attributes?: Attributes;
  readonly droppedAttributesCount?: number;
}

/** Entity that produced the spans; some of its attributes may still be pending. */
export interface Resource {
  readonly attributes: Attributes;
  readonly asyncAttributesPending?: boolean;
  waitForAsyncAttributes?(): Promise<void>;
  /** Returns every attribute; a pending value is a promise. */
  getRawAttributes?(): ReadonlyArray<readonly [key: string, value: unknown]>;
}

/** Library that made a span. */
export interface InstrumentationScope {
  readonly name: string;
  readonly version?: string;
  readonly schemaUrl?: string;
}

/** Span that has just started, with the methods `onStart` may call. */
export interface StartedSpan extends ReadableSpan {
  setAttribute(key: string, value: string | number | boolean | string[]): unknown;
  isRecording(): boolean;
  end(endTime?: TimeInput): void;
}

/** Exporter of the OpenTelemetry SDK. */
export interface SpanExporter {
  export(spans: ReadableSpan[], resultCallback: (result: { code: number; error?: Error }) => void): void;
  shutdown(): Promise<void>;
  forceFlush?(): Promise<void>;
}
