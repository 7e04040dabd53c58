// Starts an OpenTelemetry SDK at its first action, as some frameworks do.
import { trace } from "@opentelemetry/api";
import { NodeSDK } from "@opentelemetry/sdk-node";
import { InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";

const sdk = new NodeSDK({ spanProcessors: [new SimpleSpanProcessor(new InMemorySpanExporter())] });
sdk.start();
trace.getTracer("application").startActiveSpan("flow", (span) => span.end());
console.log("done");
