// Starts the Datadog tracer and registers its provider with OpenTelemetry's API.
const tracer = require("dd-trace").init({ startupLogs: false, flushInterval: 0 });
const spans = (globalThis.remembering = { spans: [] }).spans;
const { _exporter } = tracer._tracer;
_exporter.export = (finished) => {
  for (const span of finished) {
    spans.push({
      name: span.resource,
      spanId: span.span_id.toString(16),
      parentId: span.parent_id.toString(16),
      attributes: span.meta,
    });
  }
};
new tracer.TracerProvider().register();
