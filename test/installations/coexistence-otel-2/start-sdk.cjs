// The same in CommonJS.
const { NodeSDK } = require("@opentelemetry/sdk-node");

const spans = [];
const remembering = {
  spans,
  onStart() {},
  onEnd: (span) =>
    spans.push({
      name: span.name,
      spanId: span.spanContext().spanId,
      parentId: span.parentSpanContext?.spanId,
      traceId: span.spanContext().traceId,
      attributes: span.attributes,
    }),
  forceFlush: async () => {},
  shutdown: async () => {},
};
globalThis.remembering = remembering;
new NodeSDK({ spanProcessors: [remembering], instrumentations: [] }).start();
