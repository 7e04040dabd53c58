/**
 * Arms the instrumentation in a child process, as an application's preload would, and keeps what it records.
 * `node --import ./test/support/openai-preload.ts app.js`
 */
import { isOpenAIFile, OpenAIInstrumentation } from "@svc/openai";
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { TracerProvider, type ReadableSpan, type SpanProcessor } from "@opentelemetry/sdk-trace";
import { register } from "import-in-the-middle/register-hooks.mjs";

/** Keeps ended spans, and knows of those that are open. */
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

  /** The spans ended since the last call, when none is open any more. */
  async take(): Promise<ReadableSpan[]> {
    if (this.open > 0) await new Promise<void>((resolve) => void this.#whenIdle.push(resolve));
    return this.ended.splice(0);
  }

  async forceFlush(): Promise<void> {}

  async shutdown(): Promise<void> {}
}

register({ shouldInclude: isOpenAIFile } as never);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

/** The spans of this process. */
export const spans: SpanKeeper = new SpanKeeper();

/** The provider the spans are made with. */
export const provider: TracerProvider = new TracerProvider({ spanProcessors: [spans] });
trace.setGlobalTracerProvider(provider);

/** The instrumentation under test. */
export const instrumentation: OpenAIInstrumentation = new OpenAIInstrumentation();

/** What a test needs to know of a span, as plain data. */
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

/** What an attribute of ours can hold. */
export type Attribute = string | number | boolean | string[] | undefined;

/** A span as plain data. */
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
