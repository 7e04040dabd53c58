// A provider without an SDK around it, with another vendor's processor, which sends to OTHER_URL.
const { LangfuseSpanProcessor } = require("@langfuse/otel");
const { trace } = require("@opentelemetry/api");
const { BasicTracerProvider } = require("@opentelemetry/sdk-trace-base");
const { recordingProcessor } = require("../recording-processor.cjs");

const vendor = new LangfuseSpanProcessor({ publicKey: "pk", secretKey: "sk", baseUrl: process.env.OTHER_URL });
const provider = new BasicTracerProvider({ spanProcessors: [vendor, recordingProcessor] });
trace.setGlobalTracerProvider(provider);
globalThis.theirs.flush = () => provider.forceFlush();
