import type { ContextManager } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { logger, routeDiagnostics } from "@svc/core";
import { LangChainInstrumentation } from "@svc/langchain";
import { OpenAIInstrumentation } from "@svc/openai";
import { SvcSpanProcessor } from "@svc/otel";
import { NodeSDK, type NodeSDKConfiguration } from "@opentelemetry/sdk-node";
import { isMainThread } from "node:worker_threads";
import { apiSlot, providerStartedBy } from "./api-slot.ts";
import { deliverAtTheEnd } from "./delivery-at-exit.ts";
import { hookModules } from "./module-hooks.ts";
import { liveWithOtherSdks } from "./other-sdks.ts";
import { contextManagerOfChildProcess } from "./parent-process.ts";
import { deliverAtSignals } from "./signals.ts";
import { standsDown } from "./stand-down.ts";

const STARTED = Symbol.for("svc.register.started");

/**
 * Boots tracing from environment variables alone: the OpenTelemetry SDK with our span processor, and the
 * instrumentations. Where it cannot, it says why in one line and leaves the application as it is. Twice is once.
 */
export function start(): void {
  const holder = globalThis as { [STARTED]?: true };
  if (holder[STARTED]) return;
  holder[STARTED] = true;
  try {
    if (standsDown()) return;
    boot();
  } catch (error) {
    logger.error("Nothing is traced: starting failed.", error);
  }
}

function boot(): void {
  if (apiSlot() === undefined) routeDiagnostics();
  const processor = new SvcSpanProcessor();
  const instrumentations = [new OpenAIInstrumentation(), new LangChainInstrumentation()];
  const contextManager = contextManagerOfChildProcess();
  const startSdk = (options: Partial<NodeSDKConfiguration> = {}): void =>
    withoutVariable("OTEL_LOG_LEVEL", () =>
      new NodeSDK({
        spanProcessors: [processor],
        ...(contextManager && { contextManager }),
        metricReaders: [],
        logRecordProcessors: [],
        ...options,
      }).start(),
    );
  hookModules();
  const isPresent = liveWithOtherSdks({
    processor: () => processor,
    provider: (idGenerator) => providerStartedBy(() => startSdk({ idGenerator })),
    contextManager: (): ContextManager => (contextManager ?? new AsyncLocalStorageContextManager()).enable(),
    use: (provider) => instrumentations.forEach((each) => each.setTracerProvider(provider)),
  });
  if (!isPresent) startSdk({ instrumentations });
  deliverAtTheEnd();
  if (isMainThread) deliverAtSignals();
}

/** With `OTEL_LOG_LEVEL` the SDK installs a logger that writes to standard output; ours heeds the variable itself. */
function withoutVariable<T>(name: string, fn: () => T): T {
  const value = process.env[name];
  delete process.env[name];
  try {
    return fn();
  } finally {
    if (value !== undefined) process.env[name] = value;
  }
}
