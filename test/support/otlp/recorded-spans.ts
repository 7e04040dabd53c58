import { context, diag, DiagLogLevel, trace, TraceFlags, type SpanContext } from "@opentelemetry/api";
import {
  TracerProvider,
  type ReadableSpan,
  type SpanProcessor,
  type TracerProviderOptions,
} from "@opentelemetry/sdk-trace";
import { resourceOfEachTest } from "../test-resource.ts";
import { registerContextManager } from "./context-manager.ts";

/** Spans that a real provider made in a test. */
export interface Recording {
  readonly provider: TracerProvider;
  /** Spans that have started, in that order. */
  readonly started: ReadableSpan[];
  /** Spans that have ended, in that order. */
  readonly ended: ReadableSpan[];
  /** Problems that OpenTelemetry logged, such as a second end of a span. */
  readonly complaints: string[];
  /** Returns the only ended span of this name. */
  span(name: string): ReadableSpan;
}

export const OBSERVATION_TYPES = [
  "span",
  "generation",
  "event",
  "agent",
  "tool",
  "chain",
  "retriever",
  "evaluator",
  "guardrail",
  "embedding",
] as const;

/** Types of observations that last; an event ends at its start. */
export const LASTING_TYPES: readonly Exclude<(typeof OBSERVATION_TYPES)[number], "event">[] = OBSERVATION_TYPES.filter(
  (type) => type !== "event",
);

/** Sampled span of another process. */
export const REMOTE_PARENT: SpanContext = {
  traceId: "0af7651916cd43dd8448eb211c80319c",
  spanId: "b7ad6b7169203331",
  traceFlags: TraceFlags.SAMPLED,
  isRemote: true,
};

const silent = (): void => {};

/** Returns a provider that keeps its spans and is not registered. */
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
  registerContextManager();
  trace.setGlobalTracerProvider(recording.provider);
  return recording;
}

/** Records the spans of each test, and fails a test in which OpenTelemetry logged a problem. */
export const recordEachTest = (options?: TracerProviderOptions): Recording =>
  resourceOfEachTest(() => record(options), stopRecording);

/** Undoes what {@link record} registered. Fails when OpenTelemetry logged a problem in the meantime. */
export function stopRecording(recording?: Recording): void {
  trace.disable();
  context.disable();
  diag.disable();
  if (recording?.complaints.length) throw new Error(`OpenTelemetry complained: ${recording.complaints.join("; ")}`);
}
