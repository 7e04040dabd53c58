// Starts Sentry with tracing, and keeps what it would send.
import * as Sentry from "@sentry/node";

globalThis.remembering = { spans: [] };
Sentry.init({
  dsn: "http://key@127.0.0.1:9/1",
  tracesSampleRate: process.env.SAMPLE_RATE === undefined ? undefined : Number(process.env.SAMPLE_RATE),
  transport: () => ({ send: async () => ({}), flush: async () => true }),
  enableOpenTelemetrySetup: true,
  traceLifecycle: "static",
  beforeSendTransaction(event) {
    const { trace } = event.contexts;
    const all = [{ ...trace, description: event.transaction }, ...event.spans];
    for (const { description, span_id, parent_span_id, trace_id, data } of all) {
      globalThis.remembering.spans.push({
        name: description,
        spanId: span_id,
        parentId: parent_span_id,
        traceId: trace_id,
        attributes: data,
      });
    }
    return event;
  },
});
globalThis.flush = () => Sentry.flush();
