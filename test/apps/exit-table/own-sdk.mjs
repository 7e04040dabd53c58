// Starts the application's own OpenTelemetry SDK, which nobody shuts down.
import { NodeSDK } from "@opentelemetry/sdk-node";
import { SvcSpanProcessor } from "@svc/otel";

new NodeSDK({ spanProcessors: [new SvcSpanProcessor()], instrumentations: [] }).start();
