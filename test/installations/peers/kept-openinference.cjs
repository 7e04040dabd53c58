// An application that keeps OpenInference: steps of each kind, a chat and an embedding. `SVC_OTEL` names our package of span processors, with
// which they go to the service in place of an exporter; `KEEPS` is true for the filter of docs/migrate-from-openinference.md.
const { context } = require("@opentelemetry/api");
const { AsyncLocalStorageContextManager } = require("@opentelemetry/context-async-hooks");
const { OTLPTraceExporter } = require("@opentelemetry/exporter-trace-otlp-proto");
const { BasicTracerProvider, SimpleSpanProcessor } = require("@opentelemetry/sdk-trace-base");
const { trace } = require("@opentelemetry/api");
const core = require("@arizeai/openinference-core");
const { OpenAIInstrumentation } = require("@arizeai/openinference-instrumentation-openai");

const provider = new BasicTracerProvider({ spanProcessors: [spanProcessor()] });
trace.setGlobalTracerProvider(provider);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const instrumentation = new OpenAIInstrumentation({ tracerProvider: provider });
const openai = require("openai");
instrumentation.manuallyInstrument(openai);
const client = new openai.OpenAI();

async function ask(content) {
  const messages = [{ role: "user", content }];
  const answer = await client.chat.completions.create({ model: "gpt-4.1-mini", temperature: 0, messages });
  return answer.choices[0].message.content;
}

async function main() {
  let fields = core.setSession(context.active(), { sessionId: "s1" });
  fields = core.setUser(fields, { userId: "ann" });
  fields = core.setTags(fields, ["a", "b"]);
  fields = core.setMetadata(fields, { plan: "gold" });
  const chain = core.traceChain(ask, { name: "CHAIN" });
  const tool = core.traceTool(chain, { name: "TOOL" });
  await context.with(fields, () => core.traceAgent(tool, { name: "AGENT" })("What is a span?"));
  for (const kind of ["RETRIEVER", "EMBEDDING", "GUARDRAIL", "EVALUATOR", "RERANKER", "PROMPT"]) {
    core.withSpan((text) => text, { name: kind, kind })("in");
  }
  await client.embeddings.create({ model: "text-embedding-3-small", input: "hello" });
  await provider.shutdown();
}

function spanProcessor() {
  if (process.env.SVC_OTEL === undefined) return new SimpleSpanProcessor(new OTLPTraceExporter());
  const { isDefaultExportSpan, SvcSpanProcessor } = require(process.env.SVC_OTEL);
  if (process.env.KEEPS !== "true") return new SvcSpanProcessor();
  return new SvcSpanProcessor({
    shouldExportSpan: ({ otelSpan }) =>
      isDefaultExportSpan(otelSpan) || "openinference.span.kind" in otelSpan.attributes,
  });
}

void main();
