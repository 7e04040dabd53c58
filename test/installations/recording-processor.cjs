// Span processor of OpenTelemetry's SDK that keeps ended spans, for the application to print.
const spans = [];
globalThis.theirs = { spans };

exports.recordingProcessor = {
  onStart() {},
  onEnd(span) {
    const { spanId, traceId } = span.spanContext();
    const { name, attributes, parentSpanContext } = span;
    spans.push({ name, spanId, parentId: parentSpanContext?.spanId, traceId, attributes });
  },
  forceFlush: async () => {},
  shutdown: async () => {},
};
