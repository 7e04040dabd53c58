// Tracer provider that exports to the address in OTEL_EXPORTER_OTLP_ENDPOINT, and the words that every program asks.
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";

export const QUESTION = "What is the capital of France?";
export const SYSTEM = "Answer in one sentence.";
export const MODEL = "gpt-4o-mini";

export const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(new OTLPTraceExporter())] });
provider.register();
