// A provider without an SDK around it, with another vendor's processor, which sends to OTHER_URL.
import { LangfuseSpanProcessor } from "@langfuse/otel";
import { BasicTracerProvider } from "@opentelemetry/sdk-trace-base";
import { trace } from "@opentelemetry/api";
import { Remembering } from "../remembering.mjs";

const processor = new LangfuseSpanProcessor({
  publicKey: "pk",
  secretKey: "sk",
  exportMode: "batched",
  baseUrl: process.env.OTHER_URL,
});
globalThis.remembering = new Remembering();
const provider = new BasicTracerProvider({ spanProcessors: [processor, globalThis.remembering] });
trace.setGlobalTracerProvider(provider);
globalThis.flush = () => provider.shutdown();
