// Starts the application's own SDK with an exporter that fails, which nobody is told.
import { trace } from "@opentelemetry/api";
import { NodeSDK } from "@opentelemetry/sdk-node";

const failing = {
  export: (_spans, report) => report({ code: 1, error: new Error("refused") }),
  shutdown: async () => {},
};
const sdk = new NodeSDK({ traceExporter: failing, instrumentations: [] });
sdk.start();
const span = trace.getTracer("application").startSpan("flow");
span.end();
span.setAttribute("late", true);
await sdk.shutdown().catch(() => {});
console.log("done");
