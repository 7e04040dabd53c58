// The same in CommonJS.
const { trace } = require("@opentelemetry/api");
const { NodeSDK } = require("@opentelemetry/sdk-node");
const { InMemorySpanExporter, SimpleSpanProcessor } = require("@opentelemetry/sdk-trace-base");

const sdk = new NodeSDK({ spanProcessors: [new SimpleSpanProcessor(new InMemorySpanExporter())] });
sdk.start();
trace.getTracer("application").startActiveSpan("flow", (span) => span.end());
console.log("done");
