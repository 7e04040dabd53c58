import { OBSERVATION_NAME, type ObservationContent } from "./observation-content.ts";
import {
  loadObservationSdk,
  loadOpenTelemetry,
  type Line,
  type ObservationSdk,
  type SpanExporter,
  type SpanProcessor,
  type Tracer,
} from "./open-telemetry.ts";

/** Measured contenders: plain OpenTelemetry, this SDK, and `@langfuse/tracing` with `@langfuse/otel`. */
export type ContenderName = "otel" | "svc" | "peer";

/**
 * Destination of the spans. `dropped`: a processor that does nothing, the same for all. `processed`: an exporter that discards,
 * the same for all, behind each contender's own processor. `encoded`: as `processed`, but this SDK runs its own exporter up to
 * the finished request body. A URL: a service, each contender with its own processor and exporter.
 */
export type Destination = "dropped" | "processed" | "encoded" | { readonly url: string };

/** Way of recording observations. */
export interface Contender {
  readonly name: ContenderName;
  /** Activates this contender. Call before `observe` when several contenders share one process. */
  activate(): void;
  /** Creates, updates and ends one observation. */
  observe(content: ObservationContent): void;
  flush(): Promise<void>;
  shutdown(): Promise<void>;
}

const CREDENTIALS = { publicKey: "pk-bench", secretKey: "sk-bench" };

/** Returns a contender with its own tracer provider. */
export function createContender(line: Line, name: ContenderName, destination: Destination): Contender {
  return name === "svc" || name === "peer"
    ? observationSdk(line, name, destination)
    : plainOpenTelemetry(line, destination);
}

function plainOpenTelemetry(line: Line, destination: Destination): Contender {
  const processor = createProcessor(line, "otel", destination);
  const { TracerProvider } = loadOpenTelemetry(line);
  const tracer = new TracerProvider({ spanProcessors: [processor] }).getTracer("bench", "1.0.0");
  return {
    name: "otel",
    activate() {},
    observe: (content) => recordSpan(tracer, content),
    flush: () => processor.forceFlush(),
    shutdown: () => processor.shutdown(),
  };
}

/** Records an observation as a plain OpenTelemetry span with the same attributes and JSON text, for any metadata keys. */
function recordSpan(tracer: Tracer, { input, metadata, model, output, usageDetails }: ObservationContent): void {
  const attributes: Record<string, string> = {
    "svc.observation.type": "generation",
    "svc.observation.input": JSON.stringify(input),
    "svc.observation.model.name": model,
  };
  for (const key of Object.keys(metadata)) {
    attributes[`svc.observation.metadata.${key}`] = JSON.stringify(metadata[key]);
  }
  const span = tracer.startSpan(OBSERVATION_NAME, { attributes });
  span.setAttributes({
    "svc.observation.output": JSON.stringify(output),
    "svc.observation.usage_details": JSON.stringify(usageDetails),
  });
  span.end();
}

function observationSdk(line: Line, name: "svc" | "peer", destination: Destination): Contender {
  const { startObservation, setTracerProvider } = loadObservationSdk(line, name);
  const processor = createProcessor(line, name, destination);
  const provider = new (loadOpenTelemetry(line).TracerProvider)({ spanProcessors: [processor] });
  return {
    name,
    activate: () => setTracerProvider(provider),
    observe({ input, metadata, model, output, usageDetails }) {
      const generation = startObservation(OBSERVATION_NAME, { input, metadata, model }, { asType: "generation" });
      generation.update({ output, usageDetails });
      generation.end();
    },
    flush: () => processor.forceFlush(),
    shutdown: () => processor.shutdown(),
  };
}

/** Returns the processor that a contender's spans pass through to the destination. */
export function createProcessor(line: Line, name: ContenderName, destination: Destination): SpanProcessor {
  if (destination === "dropped") return discardingProcessor;
  const url = typeof destination === "object" ? destination.url : undefined;
  if (name === "svc" || name === "peer") {
    const { Processor } = loadObservationSdk(line, name);
    if (url !== undefined) return new Processor({ ...CREDENTIALS, baseUrl: url });
    if (name === "svc" && destination === "encoded") return encodingOnly(Processor);
    return new Processor({ ...CREDENTIALS, exporter: discardingExporter });
  }
  const { BatchSpanProcessor, OTLPTraceExporter } = loadOpenTelemetry(line);
  const exporter = url === undefined ? discardingExporter : new OTLPTraceExporter({ url: `${url}/v1/traces` });
  return new BatchSpanProcessor({ exporter });
}

/**
 * Returns a processor whose queue holds one byte, so that every finished request body is dropped before compression and
 * sending.
 */
function encodingOnly(Processor: ObservationSdk["Processor"]): SpanProcessor {
  process.env["SVC_OTEL_MAX_QUEUE_SIZE_BYTES"] = "1";
  const processor = new Processor({ ...CREDENTIALS, baseUrl: "http://127.0.0.1:9", compression: "none" });
  delete process.env["SVC_OTEL_MAX_QUEUE_SIZE_BYTES"];
  return processor;
}

export const discardingProcessor: SpanProcessor = {
  onStart() {},
  onEnd() {},
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};

const discardingExporter: SpanExporter = {
  export: (_spans, done) => done({ code: 0 }),
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};
