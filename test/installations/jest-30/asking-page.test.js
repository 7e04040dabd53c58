const { trace } = require("@opentelemetry/api");
const { TracerProvider } = require("@opentelemetry/sdk-trace");
const { observeOpenAI } = require("@svc/openai");
const { SvcSpanProcessor } = require("@svc/otel");
const { startActiveObservation } = require("@svc/tracing");
const OpenAI = require("openai");

test("records a model call below the observation of a page", async () => {
  expect(require.resolve("@svc/openai")).toContain("dist/web/index.cjs");
  const processor = new SvcSpanProcessor();
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
  const client = observeOpenAI(new OpenAI({ apiKey: "a key", dangerouslyAllowBrowser: true, maxRetries: 0 }));
  const answer = await startActiveObservation("render", async () => {
    document.body.textContent = "asking";
    const messages = [{ role: "user", content: document.body.textContent }];
    return client.chat.completions.create({ model: "gpt-4o-mini", messages });
  });
  await processor.shutdown();
  expect(answer.choices).toHaveLength(1);
});
