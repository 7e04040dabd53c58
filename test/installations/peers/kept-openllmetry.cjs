// An application that keeps OpenLLMetry: its instrumentation of Anthropic's package, below spans with the attributes that its workflows, tasks,
// agents and tools have. `SVC_OTEL` names our package of span processors, with which they go to the service in place of an exporter; `KEEPS`
// is true for the filter of docs/migrate-from-openllmetry.md.
const { context, trace } = require("@opentelemetry/api");
const { AsyncLocalStorageContextManager } = require("@opentelemetry/context-async-hooks");
const { OTLPTraceExporter } = require("@opentelemetry/exporter-trace-otlp-proto");
const { BasicTracerProvider, SimpleSpanProcessor } = require("@opentelemetry/sdk-trace-base");
const { SpanAttributes, TraceloopSpanKindValues } = require("@traceloop/ai-semantic-conventions");
const { AnthropicInstrumentation } = require("@traceloop/instrumentation-anthropic");

const provider = new BasicTracerProvider({ spanProcessors: [spanProcessor()] });
trace.setGlobalTracerProvider(provider);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
const instrumentation = new AnthropicInstrumentation();
instrumentation.setTracerProvider(provider);
const anthropic = require("@anthropic-ai/sdk");
instrumentation.manuallyInstrument(anthropic);
const client = new anthropic.Anthropic();
const tracer = provider.getTracer("@traceloop/node-server-sdk");

/** Runs a function inside of a span such as those of `withWorkflow`, `withTask`, `withAgent` and `withTool`. */
function within(kind, name, run) {
  const attributes = {
    [SpanAttributes.TRACELOOP_SPAN_KIND]: kind,
    [SpanAttributes.TRACELOOP_ENTITY_NAME]: name,
    [SpanAttributes.TRACELOOP_ENTITY_INPUT]: JSON.stringify({ args: ["in"], kwargs: {} }),
    [`${SpanAttributes.TRACELOOP_ASSOCIATION_PROPERTIES}.user_id`]: "ann",
  };
  return tracer.startActiveSpan(`${name}.${kind}`, { attributes }, async (span) => {
    const result = await run();
    span.setAttribute(SpanAttributes.TRACELOOP_ENTITY_OUTPUT, JSON.stringify(result));
    span.end();
    return result;
  });
}

async function ask() {
  const messages = [{ role: "user", content: "What is a span?" }];
  const answer = await client.messages.create({ model: "claude-haiku-4-5", max_tokens: 64, messages });
  return answer.content[0].text;
}

async function main() {
  const { WORKFLOW, TASK, AGENT, TOOL } = TraceloopSpanKindValues;
  const agent = () => within(AGENT, "helper", () => within(TOOL, "lookup", ask));
  await within(WORKFLOW, "answer", () => within(TASK, "prepare", agent));
  await provider.shutdown();
}

function spanProcessor() {
  if (process.env.SVC_OTEL === undefined) return new SimpleSpanProcessor(new OTLPTraceExporter());
  const { isDefaultExportSpan, SvcSpanProcessor } = require(process.env.SVC_OTEL);
  if (process.env.KEEPS !== "true") return new SvcSpanProcessor();
  return new SvcSpanProcessor({
    shouldExportSpan: ({ otelSpan }) => isDefaultExportSpan(otelSpan) || "traceloop.span.kind" in otelSpan.attributes,
  });
}

void main();
