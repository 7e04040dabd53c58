import { OBSERVATION_NAME, type ObservationContent } from "./content.ts";
import {
  loadObservationSdk,
  loadOpenTelemetry,
  type Line,
  type ObservationSdk,
  type SpanExporter,
  type SpanProcessor,
} from "./installation.ts";
import { spanByHand, spanFromContent } from "./plain-span.ts";

/**
 * Who is measured: plain OpenTelemetry (with its attributes put together, or each written by hand), this SDK,
 * `@langfuse/tracing` with `@langfuse/otel`.
 */
export type ContenderName = "otel" | "otelByHand" | "svc" | "peer";

/**
 * Where spans end. `dropped`: in a processor that does nothing, the same for all. `processed`: in an exporter that
 * discards, the same for all, behind each contender's own processor. `encoded`: as `processed`, but this SDK with its own
 * exporter up to the finished request body. A URL: at a service, each with its own processor and exporter.
 */
export type Destination = "dropped" | "processed" | "encoded" | { readonly url: string };

/** One way of recording observations. */
export interface Contender {
  readonly name: ContenderName;
  /** Has to be called before `observe` wherever several contenders live in one process. */
  activate(): void;
  /** Creates, updates and ends one observation. */
  observe(content: ObservationContent): void;
  flush(): Promise<void>;
  shutdown(): Promise<void>;
}

const CREDENTIALS = { publicKey: "pk-bench", secretKey: "sk-bench" };

/** Makes a contender with a tracer provider of its own. */
export function createContender(line: Line, name: ContenderName, destination: Destination): Contender {
  return name === "svc" || name === "peer"
    ? observationSdk(line, name, destination)
    : plainOpenTelemetry(line, name, destination);
}

function plainOpenTelemetry(line: Line, name: "otel" | "otelByHand", destination: Destination): Contender {
  const processor = createProcessor(line, name, destination);
  const { TracerProvider } = loadOpenTelemetry(line);
  const tracer = new TracerProvider({ spanProcessors: [processor] }).getTracer("bench", "1.0.0");
  const record = name === "otel" ? spanFromContent : spanByHand;
  return {
    name,
    activate() {},
    observe: (content) => record(tracer, content),
    flush: () => processor.forceFlush(),
    shutdown: () => processor.shutdown(),
  };
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

/** What a contender's spans pass through on their way there. */
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

/** With a queue of one byte every finished request body is dropped where it would be compressed and sent. */
function encodingOnly(Processor: ObservationSdk["Processor"]): SpanProcessor {
  process.env["SVC_OTEL_MAX_QUEUE_SIZE_BYTES"] = "1";
  const processor = new Processor({ ...CREDENTIALS, baseUrl: "http://127.0.0.1:9", compression: "none" });
  delete process.env["SVC_OTEL_MAX_QUEUE_SIZE_BYTES"];
  return processor;
}

/** A processor that does nothing. */
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
