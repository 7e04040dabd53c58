// Records observations with processors of the application's own, and ends without a shutdown. The argument names the processors, and
// may be followed by what ends the program.
const { NodeSDK } = require("@opentelemetry/sdk-node");
const { SvcSpanProcessor } = require("@svc/otel");
const { startObservation } = require("@svc/tracing");

const [, , processors, ending] = process.argv;

/** Exporter that answers a moment later, as one that makes a request. */
const exporter = {
  export(spans, report) {
    setImmediate(() => {
      console.log(`exported ${spans.map(({ name }) => name).join()}`);
      report({ code: 0 });
    });
  },
  forceFlush: async () => {},
  shutdown: async () => {},
};

const PROCESSORS = {
  one: () => [new SvcSpanProcessor()],
  two: () => [new SvcSpanProcessor(), new SvcSpanProcessor({ publicKey: "pk-svc-other" })],
  exporter: () => [new SvcSpanProcessor({ exporter })],
};

const sdk = new NodeSDK({ spanProcessors: PROCESSORS[processors](), instrumentations: [] });
sdk.start();
startObservation("first").end();
if (ending === "shutdown") void sdk.shutdown();
if (ending === "later") process.on("exit", () => startObservation("second").end());
if (ending === "beforeExit") process.once("beforeExit", () => startObservation("second").end());
