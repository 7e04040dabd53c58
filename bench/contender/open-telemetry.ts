import { createRequire } from "node:module";
import { join } from "node:path";
import { installationFolder } from "../installations.ts";

/** Versions of OpenTelemetry JS, by their installation. */
export const LINES = { "otel-2": "2.12", "otel-3": "3.1" } as const;

/** Installation with a version of OpenTelemetry. */
export type Line = keyof typeof LINES;

/** Parts of OpenTelemetry that the benchmarks use, the same in both versions. */
export interface OpenTelemetry {
  readonly trace: { setGlobalTracerProvider(provider: TracerProvider): boolean };
  readonly context: { setGlobalContextManager(manager: unknown): boolean };
  readonly TracerProvider: new (options: { spanProcessors: SpanProcessor[] }) => TracerProvider;
  readonly BatchSpanProcessor: new (options: { exporter: SpanExporter }) => SpanProcessor;
  readonly OTLPTraceExporter: new (options: { url: string }) => SpanExporter;
}

/** Tracer provider of the SDK. */
export interface TracerProvider {
  getTracer(name: string, version?: string): Tracer;
}

/** Methods of a tracer that the benchmarks use. */
export interface Tracer {
  startSpan(name: string, options: { attributes: Record<string, string> }): Span;
}

/** Methods of a span that the benchmarks use. */
export interface Span {
  setAttributes(attributes: Record<string, string>): Span;
  end(): void;
}

/** Span processor of any contender. */
export interface SpanProcessor {
  onStart(span: unknown, context: unknown): void;
  onEnd(span: unknown): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

export interface SpanExporter {
  export(spans: unknown[], done: (result: { code: number }) => void): void;
  forceFlush?(): Promise<void>;
  shutdown(): Promise<void>;
}

/** Observation of this SDK or of the peer; both have the same methods. */
export interface Observation {
  update(attributes: { output: unknown; usageDetails: unknown }): Observation;
  end(): void;
}

export type StartObservation = (
  name: string,
  attributes: { input: unknown; metadata: unknown; model: string },
  options: { asType: "generation" },
) => Observation;

/** SDK for observations: this one or the peer. */
export interface ObservationSdk {
  readonly startObservation: StartObservation;
  setTracerProvider(provider: TracerProvider): void;
  readonly Processor: new (options: Record<string, unknown>) => SpanProcessor;
}

/** Loads OpenTelemetry from the installation of a version, all of it as CommonJS, so that there is one copy of each package. */
export function loadOpenTelemetry(line: Line): OpenTelemetry {
  const load = createRequire(join(installationFolder(line), "package.json"));
  return {
    ...(load("@opentelemetry/api") as Pick<OpenTelemetry, "trace" | "context">),
    ...(load("@opentelemetry/sdk-trace") as Pick<OpenTelemetry, "TracerProvider" | "BatchSpanProcessor">),
    ...(load("@opentelemetry/exporter-trace-otlp-proto") as Pick<OpenTelemetry, "OTLPTraceExporter">),
  };
}

/** Registers a context manager on asynchronous local storage, so that context costs what it costs in an application. */
export function enableContext(line: Line, { context }: OpenTelemetry): void {
  const load = createRequire(join(installationFolder(line), "package.json"));
  const { AsyncLocalStorageContextManager } = load("@opentelemetry/context-async-hooks") as {
    AsyncLocalStorageContextManager: new () => { enable(): unknown };
  };
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
}

/** Makes a tracer provider the global one of a version. */
export function registerGlobally(line: Line, provider: TracerProvider): void {
  loadOpenTelemetry(line).trace.setGlobalTracerProvider(provider);
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

/** Loads this SDK, or the peer, from the installation of a version. */
export function loadObservationSdk(line: Line, sdk: keyof typeof SDKS): ObservationSdk {
  const load = createRequire(join(installationFolder(line), "package.json"));
  const names = SDKS[sdk];
  const tracing = load(names.tracing) as Record<string, unknown>;
  const otel = load(names.otel) as Record<string, unknown>;
  return {
    startObservation: tracing["startObservation"] as StartObservation,
    setTracerProvider: tracing[names.setTracerProvider] as ObservationSdk["setTracerProvider"],
    Processor: otel[names.Processor] as ObservationSdk["Processor"],
  };
}
