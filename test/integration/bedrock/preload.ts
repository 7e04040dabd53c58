/** Activates the instrumentation in a child process, and keeps the recorded spans. */
import { BedrockInstrumentation, isBedrockFile } from "@svc/bedrock";
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { TracerProvider, type ReadableSpan, type SpanProcessor } from "@opentelemetry/sdk-trace";
import { register } from "import-in-the-middle/register-hooks.mjs";

/** Ended spans of this process. */
export const ended: ReadableSpan[] = [];

const keeper: SpanProcessor = {
  onStart: () => undefined,
  onEnd: (span) => void ended.push(span),
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
};

register({ shouldInclude: isBedrockFile } as never);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [keeper] }));
void new BedrockInstrumentation();
