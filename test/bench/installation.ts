import { createRequire } from "node:module";
import { join } from "node:path";

/** A line of OpenTelemetry JS, with the folder its packages are installed in. */
export const LINES = { "otel-2": "2.12", "otel-3": "3.1" } as const;

/** Name of the folder of a line. */
export type Line = keyof typeof LINES;

/** Folder in which the packages of a line are installed. */
export function folderOf(line: Line): string {
  return join(import.meta.dirname, line);
}

/** What the benchmarks use of OpenTelemetry: the same on both lines. */
export interface OpenTelemetry {
  readonly trace: { setGlobalTracerProvider(provider: TracerProvider): boolean };
  readonly context: { setGlobalContextManager(manager: unknown): boolean };
  readonly TracerProvider: new (options: { spanProcessors: SpanProcessor[] }) => TracerProvider;
  readonly BatchSpanProcessor: new (options: { exporter: SpanExporter }) => SpanProcessor;
  readonly OTLPTraceExporter: new (options: { url: string }) => SpanExporter;
}

/** A provider of the SDK. */
export interface TracerProvider {
  getTracer(name: string, version?: string): Tracer;
}

/** A tracer, as far as it is used. */
export interface Tracer {
  startSpan(name: string, options: { attributes: Record<string, string> }): Span;
}

/** A span, as far as it is used. */
export interface Span {
  setAttributes(attributes: Record<string, string>): Span;
  end(): void;
}

/** A span processor of any contender. */
export interface SpanProcessor {
  onStart(span: unknown, context: unknown): void;
  onEnd(span: unknown): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

/** An exporter. */
export interface SpanExporter {
  export(spans: unknown[], done: (result: { code: number }) => void): void;
  forceFlush?(): Promise<void>;
  shutdown(): Promise<void>;
}

/** An observation of this SDK and of the peer, whose calls have the same shape. */
export interface Observation {
  update(attributes: { output: unknown; usageDetails: unknown }): Observation;
  end(): void;
}

/** Starts an observation. */
export type StartObservation = (
  name: string,
  attributes: { input: unknown; metadata: unknown; model: string },
  options: { asType: "generation" },
) => Observation;

/** An SDK for observations: this one or the peer. */
export interface ObservationSdk {
  readonly startObservation: StartObservation;
  setTracerProvider(provider: TracerProvider): void;
  readonly Processor: new (options: Record<string, unknown>) => SpanProcessor;
}

/** Loads OpenTelemetry from the installation of a line, all of it as CommonJS, so that there is one copy of each package. */
export function loadOpenTelemetry(line: Line): OpenTelemetry {
  const load = createRequire(join(folderOf(line), "package.json"));
  return {
    ...(load("@opentelemetry/api") as Pick<OpenTelemetry, "trace" | "context">),
    ...(load("@opentelemetry/sdk-trace") as Pick<OpenTelemetry, "TracerProvider" | "BatchSpanProcessor">),
    ...(load("@opentelemetry/exporter-trace-otlp-proto") as Pick<OpenTelemetry, "OTLPTraceExporter">),
  };
}

/** Makes context cost what it costs in an application: a context manager on asynchronous local storage. */
export function enableContext(line: Line, { context }: OpenTelemetry): void {
  const load = createRequire(join(folderOf(line), "package.json"));
  const { AsyncLocalStorageContextManager } = load("@opentelemetry/context-async-hooks") as {
    AsyncLocalStorageContextManager: new () => { enable(): unknown };
  };
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
}

const SDKS = {
  svc: {
    tracing: "@svc/tracing",
    otel: "@svc/otel",
    setTracerProvider: "setSvcTracerProvider",
    Processor: "SvcSpanProcessor",
  },
  peer: {
    tracing: "@langfuse/tracing",
    otel: "@langfuse/otel",
    setTracerProvider: "setLangfuseTracerProvider",
    Processor: "LangfuseSpanProcessor",
  },
} as const;

/** Loads this SDK, or the peer, from the installation of a line. */
export function loadObservationSdk(line: Line, sdk: keyof typeof SDKS): ObservationSdk {
  const load = createRequire(join(folderOf(line), "package.json"));
  const names = SDKS[sdk];
  const tracing = load(names.tracing) as Record<string, unknown>;
  const otel = load(names.otel) as Record<string, unknown>;
  return {
    startObservation: tracing["startObservation"] as StartObservation,
    setTracerProvider: tracing[names.setTracerProvider] as ObservationSdk["setTracerProvider"],
    Processor: otel[names.Processor] as ObservationSdk["Processor"],
  };
}
