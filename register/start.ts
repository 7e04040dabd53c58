import { context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { apiSlot, deliverIfUrgent, getEnv, globalState, logger, routeDiagnostics } from "@svc/core";
import type * as WorkerThreads from "node:worker_threads";
import { API_FILE_PATTERNS, API_PACKAGE } from "./api-files.ts";
import { providerStartedBy } from "./api-slot.ts";
import { isAskedFor } from "./asked-signals.ts";
import { passOnToChildren } from "./child-processes.ts";
import { loadDeliveryBy } from "./delivering-rest.ts";
import { deliverAtTheEnd } from "./delivery-at-exit.ts";
import { InstrumentationLoader } from "./instrumentation-loader.ts";
import { enabledInstrumentations } from "./instrumentations.ts";
import { hookModules } from "./module-hooks.ts";
import { SdkOnDemand } from "./on-demand.ts";
import { liveWithOtherSdks } from "./other-sdks.ts";
import type * as ParentProcess from "./parent-process.ts";
import type * as Sdk from "./sdk.ts";
import { takePm2Environment } from "./pm2-environment.ts";
import { deliverAtSignals } from "./signals.ts";
import { standsDown } from "./stand-down.ts";
import { announce } from "./start-line.ts";
import { noticeUnrecordedCalls } from "./unrecorded-calls.ts";

const STARTED = Symbol.for("svc.register.started");

/**
 * Starts tracing from environment variables alone, before the application loads what is instrumented. Where it cannot, it
 * says why in one line and leaves the application as it is. Twice is once, also with `--import` and `--require` beside it
 * and with two copies of the package. Never throws.
 *
 * The OpenTelemetry SDK itself is booted once the process needs one: soon after the first instrumentation was loaded, or at
 * the first span.
 */
export function start(): void {
  const holder = globalThis as { [STARTED]?: true };
  if (holder[STARTED]) return;
  holder[STARTED] = true;
  try {
    takePm2Environment();
    if (standsDown()) return;
    arm();
  } catch (error) {
    logger.error("Nothing is traced: starting failed.", error);
  }
}

function arm(): void {
  // Node loads this clock at its first use. A span reads the wall clock first: loaded in between, it would shorten the span.
  performance.now();
  if (apiSlot() === undefined) routeDiagnostics();
  warnOfConfigurationFile();
  const rows = enabledInstrumentations();
  let sdk: SdkOnDemand | undefined;
  const loader = new InstrumentationLoader(rows, () => setImmediate(() => sdk?.boot()).unref());
  hookModules(loader, rows);
  const contextManager = createContextManager();
  const isPresent = liveWithOtherSdks({
    processor: () => loader.aside(loadSdk).spanProcessor(),
    provider: (idGenerator) => providerStartedBy(() => loader.aside(() => loadSdk().startSdk({ idGenerator }))),
    contextManager: () => contextManager.enable(),
    whenApiIsLoaded: (callback) => loader.before(API_PACKAGE, API_FILE_PATTERNS, callback),
    use: (provider) => loader.use(provider),
  });
  if (!isPresent) {
    context.setGlobalContextManager(contextManager.enable());
    sdk = new SdkOnDemand(() => loader.aside(boot));
    // Instruments of metrics and loggers are made with what is registered by then, not asked for later.
    if (isAskedFor("metrics") || isAskedFor("logs")) sdk.boot();
  }
  loader.start(rows);
  loadDeliveryBy((load) => loader.aside(load));
  deliverAtTheEnd();
  if (loader.aside(isMainThread)) {
    deliverAtSignals();
    // Threads hand over what they record to a processor that must be there before they are.
    loader.before("worker_threads", [], () => loadSdk().spanProcessor());
  } else {
    handOverOnDemand(() => loader.aside(loadSdk).spanProcessor());
  }
  loader.before("child_process", [], passOnToChildren);
  noticeUnrecordedCalls(loader.patched);
  announce(rows);
}

/** OpenTelemetry JS can read one, but takes no span processor beside it, so that nothing would reach the service. */
function warnOfConfigurationFile(): void {
  if (getEnv("OTEL_CONFIG_FILE") === undefined) return;
  logger.warn("OTEL_CONFIG_FILE is not read: set OpenTelemetry's environment variables instead.");
}

/** In a worker thread the processor hands over what other queues take; the first that takes something makes it. */
function handOverOnDemand(makeProcessor: () => void): void {
  globalState.deliverUrgently = () => {
    delete globalState.deliverUrgently;
    makeProcessor();
    deliverIfUrgent();
  };
}

function isMainThread(): boolean {
  return (require("node:worker_threads") as typeof WorkerThreads).isMainThread;
}

function loadSdk(): typeof Sdk {
  return require("./sdk.ts") as typeof Sdk;
}

function boot(): void {
  try {
    loadSdk().startSdk();
  } catch (error) {
    logger.error("Nothing is traced: starting the OpenTelemetry SDK failed.", error);
  }
}

function createContextManager(): AsyncLocalStorageContextManager {
  if (getEnv("TRACEPARENT") === undefined) return new AsyncLocalStorageContextManager();
  const { contextManagerOfChildProcess } = require("./parent-process.ts") as typeof ParentProcess;
  return contextManagerOfChildProcess() ?? new AsyncLocalStorageContextManager();
}
