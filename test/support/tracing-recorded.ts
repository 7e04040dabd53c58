import { context, diag, DiagLogLevel, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  TracerProvider,
  type ReadableSpan,
  type SpanProcessor,
  type TracerProviderOptions,
} from "@opentelemetry/sdk-trace";

/** What a real provider made of the spans of a test. */
export interface Recording {
  readonly provider: TracerProvider;
  /** Spans that have started, in that order. */
  readonly started: ReadableSpan[];
  /** Spans that have ended, in that order. */
  readonly ended: ReadableSpan[];
  /** What OpenTelemetry complained about, such as a second end of a span. */
  readonly complaints: string[];
  /** The only span of this name that has ended. */
  span(name: string): ReadableSpan;
}

const silent = (): void => {};

/** A provider that keeps its spans, not registered anywhere. */
export function createRecording(options: TracerProviderOptions = {}): Recording {
  const started: ReadableSpan[] = [];
  const ended: ReadableSpan[] = [];
  const keeper: SpanProcessor = {
    onStart: (span) => void started.push(span),
    onEnd: (span) => void ended.push(span),
    forceFlush: async () => {},
    shutdown: async () => {},
  };
  return {
    provider: new TracerProvider({ ...options, spanProcessors: [keeper, ...(options.spanProcessors ?? [])] }),
    started,
    ended,
    complaints: [],
    span(name) {
      const [only, ...more] = ended.filter((span) => span.name === name);
      if (only === undefined || more.length > 0) {
        throw new Error(`${only ? more.length + 1 : 0} ended spans are named ${name}`);
      }
      return only;
    },
  };
}

/** Registers a context manager and a provider that keeps its spans, as an application's own SDK does. */
export function record(options: TracerProviderOptions = {}): Recording {
  const recording = createRecording(options);
  const complain = (...words: unknown[]): void => void recording.complaints.push(words.join(" "));
  diag.setLogger(
    { error: complain, warn: complain, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(recording.provider);
  return recording;
}

/** Undoes what {@link record} registered. Fails when OpenTelemetry had to complain while this was recorded. */
export function stopRecording(recording?: Recording): void {
  trace.disable();
  context.disable();
  diag.disable();
  if (recording?.complaints.length) throw new Error(`OpenTelemetry complained: ${recording.complaints.join("; ")}`);
}
