/** Provider of a child process that keeps the spans, and contexts that follow asynchronous calls. */
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { TracerProvider, type ReadableSpan, type SpanProcessor } from "@opentelemetry/sdk-trace";

/** Processor that keeps ended spans, and counts the open ones. */
class SpanKeeper implements SpanProcessor {
  ended: ReadableSpan[] = [];
  open = 0;
  #whenIdle: (() => void)[] = [];

  onStart(): void {
    this.open++;
  }

  onEnd(span: ReadableSpan): void {
    this.open--;
    this.ended.push(span);
    if (this.open === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  /** Returns the spans ended since the last call, once no span is open. */
  async take(): Promise<ReadableSpan[]> {
    if (this.open > 0) await new Promise<void>((resolve) => void this.#whenIdle.push(resolve));
    return this.ended.splice(0);
  }

  async forceFlush(): Promise<void> {}

  async shutdown(): Promise<void> {}
}

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

export const spans: SpanKeeper = new SpanKeeper();

/** Provider that makes the spans. */
export const provider: TracerProvider = new TracerProvider({ spanProcessors: [spans] });
trace.setGlobalTracerProvider(provider);

/** Returns the tested fields of a span as plain data. */
export function describeSpan(span: ReadableSpan): SpanDescription {
  return {
    name: span.name,
    kind: span.kind,
    scope: span.instrumentationScope.name,
    spanId: span.spanContext().spanId,
    parentSpanId: span.parentSpanContext?.spanId,
    attributes: { ...span.attributes } as Record<string, Attribute>,
    status: { ...span.status },
    startMs: milliseconds(span.startTime),
    durationMs: milliseconds(span.duration),
  };
}

const milliseconds = ([seconds, nanoseconds]: readonly [number, number]): number => seconds * 1000 + nanoseconds / 1e6;

/** Value of an attribute of ours. */
export type Attribute = string | number | boolean | string[] | undefined;

export interface SpanDescription {
  name: string;
  kind: number;
  scope: string;
  spanId: string;
  parentSpanId: string | undefined;
  attributes: Record<string, Attribute>;
  status: { code: number; message?: string };
  startMs: number;
  durationMs: number;
}
