// An application with an OpenTelemetry SDK of its own: our processor beside one of its own.
import { NodeSDK } from "@opentelemetry/sdk-node";
import { SvcSpanProcessor } from "@svc/otel";
import { propagateAttributes, startActiveObservation, startObservation } from "@svc/tracing";

const seenByTheOther = [];
const other = {
  onStart() {},
  onEnd: (span) => seenByTheOther.push([span.name, span.attributes]),
  forceFlush: async () => {},
  shutdown: async () => {},
};

const sdk = new NodeSDK({ spanProcessors: [new SvcSpanProcessor({ environment: "test", release: "r1" }), other] });
sdk.start();

const result = await propagateAttributes({ userId: "u1", tags: ["a"], metadata: { plan: "pro", seats: 3 } }, () =>
  startActiveObservation("outer", async (outer) => {
    outer.update({ input: { question: "Wo?" }, metadata: { nested: { deep: true }, count: 7n } });
    startObservation(
      "inner",
      { model: "gpt-5", output: "Da", usageDetails: { input: 3, output: 1 } },
      { asType: "generation" },
    ).end();
    return "done";
  }),
);
await sdk.shutdown();
console.log(JSON.stringify({ result, seenByTheOther }));
