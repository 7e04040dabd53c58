// Starts Sentry, with tracing when SAMPLE_RATE is set, and keeps what it would send.
import * as Sentry from "@sentry/node";

const spans = [];
const rate = process.env.SAMPLE_RATE;
globalThis.theirs = { spans, flush: () => Sentry.flush() };
Sentry.init({
  dsn: "http://key@127.0.0.1:9/1",
  ...(rate && { tracesSampleRate: Number(rate) }),
  ...(process.env.OPENTELEMETRY !== "off" && { enableOpenTelemetrySetup: true }),
  traceLifecycle: "static",
  transport: () => ({ send: async () => ({}), flush: async () => true }),
  beforeSendTransaction(event) {
    const root = { ...event.contexts.trace, description: event.transaction };
    for (const { description, span_id, parent_span_id, trace_id, data } of [root, ...event.spans]) {
      const ids = { spanId: span_id, parentId: parent_span_id, traceId: trace_id };
      spans.push({ name: description, ...ids, attributes: data });
    }
    return event;
  },
});
