// jsdom has neither fetch nor TextEncoder.
const { trace } = require("@opentelemetry/api");
const { TracerProvider } = require("@opentelemetry/sdk-trace");
const { SvcClient } = require("@svc/client");
const { SvcSpanProcessor } = require("@svc/otel");
const { startActiveObservation } = require("@svc/tracing");

test("goes on", async () => {
  expect(require.resolve("@svc/otel")).toContain("dist/web/index.cjs");
  const processor = new SvcSpanProcessor();
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
  const client = new SvcClient();
  const result = await startActiveObservation("render", async (span) => {
    client.score.observation(span, { name: "good", value: 1 });
    return "rendered";
  });
  await processor.shutdown();
  await client.shutdown();
  expect(result).toBe("rendered");
});
