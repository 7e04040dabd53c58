// A provider without an SDK around it, with another vendor's processor, which sends to OTHER_URL.
const { LangfuseSpanProcessor } = require("@langfuse/otel");
const { trace } = require("@opentelemetry/api");
const { BasicTracerProvider } = require("@opentelemetry/sdk-trace-base");
const { remembering } = require("../remembering.cjs");

const vendor = new LangfuseSpanProcessor({ publicKey: "pk", secretKey: "sk", baseUrl: process.env.OTHER_URL });
const provider = new BasicTracerProvider({ spanProcessors: [vendor, remembering] });
trace.setGlobalTracerProvider(provider);
globalThis.theirs.flush = () => provider.forceFlush();
