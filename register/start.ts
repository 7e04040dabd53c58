import { context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  apiSlot,
  deliverIfUrgent,
  getEnv,
  globalState,
  logger,
  PRELOAD_STARTED,
  routeDiagnostics,
  routeOwnDiagnostics,
} from "@svc/core/internal";
import { flush as flushSpans } from "@svc/otel";
import { API_FILE_PATTERNS, API_PACKAGE } from "./api-slot/api-files.ts";
import { providerStartedBy } from "./api-slot/api-slot.ts";
import type { PreloadConfig } from "./config.ts";
import { findConfigFile } from "./config/config-file.ts";
import type * as TakeOptions from "./config/take-options.ts";
import { isSignalRequested } from "./sdk/requested-signals.ts";
import { passOnToChildren } from "./processes/child-processes.ts";
import { loadDeliveryBy } from "./exit/deliver-now.ts";
import { listenToExit } from "./exit/listen-to-exit.ts";
import { listenToSignals } from "./exit/listen-to-signals.ts";
import { InstrumentationLoader } from "./instrumentations/instrumentation-loader.ts";
import { enabledInstrumentations } from "./instrumentations/enabled-instrumentations.ts";
import { hookModules } from "./hooks/module-hooks.ts";
import { SdkOnDemand } from "./sdk/sdk-on-demand.ts";
import { liveWithOtherSdks } from "./other-sdks/other-sdks.ts";
import { watchUnusedProcessors } from "./other-sdks/unused-processors.ts";
import { isMainThread } from "./processes/main-thread.ts";
import type * as ParentProcess from "./processes/parent-process.ts";
import type * as Sdk from "./sdk/sdk.ts";
import { takePm2Environment } from "./processes/pm2-environment.ts";
import { standsDown } from "./gaps/stand-down.ts";
import { announce } from "./start-line.ts";
import { noticeUnrecordedCalls } from "./gaps/unrecorded-calls.ts";

/** @see `flush` of `@svc/otel` */
export function flush(): Promise<void> {
  return flushSpans();
}

/**
 * Starts tracing, before the application loads a module that is instrumented. Environment variables configure it; options that only code
 * can give, such as a mask, come from `svc.config.mjs` and from here, and those from here come first. When it cannot start, or an option
 * cannot be used, it logs the reason in one line, records nothing and leaves the application unchanged. A second call starts nothing, also
 * with `--import` beside `--require` and with two copies of the package; its options apply to the spans that end from then on. Never throws.
 *
 * The OpenTelemetry SDK itself boots when the process needs it: soon after the first instrumentation was loaded, or at the
 * first span.
 */
export function start(options: PreloadConfig = {}): void {
  const holder = globalThis as { [PRELOAD_STARTED]?: true };
  if (holder[PRELOAD_STARTED]) {
    if (Object.keys(options).length > 0) globalState.configurePreload?.(options);
    return;
  }
  holder[PRELOAD_STARTED] = true;
  try {
    takePm2Environment();
    if (standsDown() || !areTaken(options)) return;
    startTracing();
  } catch (error) {
    logger.error("Nothing is traced: starting the preload failed. Please report this.", error);
  }
}

/** Takes the options of the application. Returns false when they cannot be used. */
function areTaken(options: PreloadConfig): boolean {
  if (Object.keys(options).length === 0 && isMainThread() && findConfigFile() === undefined) return true;
  const { takeOptions } = require("./config/take-options.ts") as typeof TakeOptions;
  return takeOptions(options);
}

function startTracing(): void {
  // Node loads this clock at its first use. A span reads the wall clock first, so loading in between would shorten the span.
  performance.now();
  // The application may have registered a logger of its own before.
  if (apiSlot() === undefined) routeDiagnostics();
  else routeOwnDiagnostics();
  warnOfConfigurationFile();
  const rows = enabledInstrumentations();
  let sdk: SdkOnDemand | undefined;
  const loader = new InstrumentationLoader(rows, () => setImmediate(() => sdk?.boot()).unref());
  hookModules(loader, rows);
  globalState.configurePreload = (late) => loader.asPreload(() => loadSdk().configure(late));
  watchUnusedProcessors();
  const contextManager = createContextManager();
  const isPresent = liveWithOtherSdks({
    processor: () => loader.asPreload(loadSdk).spanProcessor(),
    provider: (idGenerator) => providerStartedBy(() => loader.asPreload(() => loadSdk().startSdk({ idGenerator }))),
    contextManager: () => contextManager.enable(),
    whenApiIsLoaded: (...callbacks) => loader.before(API_PACKAGE, API_FILE_PATTERNS, ...callbacks),
    use: (provider) => loader.use(provider),
  });
  if (!isPresent) {
    context.setGlobalContextManager(contextManager.enable());
    sdk = new SdkOnDemand(() => loader.asPreload(boot));
    // Metric instruments and loggers use the provider that is registered when they are made, and do not look for a later one.
    if (isSignalRequested("metrics") || isSignalRequested("logs")) sdk.boot();
  }
  loader.start(rows);
  loadDeliveryBy((load) => loader.asPreload(load));
  listenToExit();
  if (loader.asPreload(isMainThread)) {
    listenToSignals();
    loader.before("worker_threads", [], () => loadSdk().prepareForThreads());
  } else {
    handOverOnDemand(() => loader.asPreload(loadSdk).prepareForThreads());
  }
  loader.before("child_process", [], passOnToChildren);
  noticeUnrecordedCalls(loader.patched);
  loader.asPreload(() => announce(rows));
}

/**
 * Warns about a configuration file. OpenTelemetry JS can read one but then takes no span processor beside it, so nothing would
 * reach the service.
 */
function warnOfConfigurationFile(): void {
  if (getEnv("OTEL_CONFIG_FILE") === undefined) return;
  logger.warn("OTEL_CONFIG_FILE is not read: set OpenTelemetry's environment variables instead.");
}

/** Makes the processors when another queue takes its first item in a worker thread. They hand the items over. */
function handOverOnDemand(makeProcessors: () => void): void {
  globalState.deliverUrgently = () => {
    delete globalState.deliverUrgently;
    makeProcessors();
    deliverIfUrgent();
  };
}

function loadSdk(): typeof Sdk {
  return require("./sdk/sdk.ts") as typeof Sdk;
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
  const { contextManagerOfChildProcess } = require("./processes/parent-process.ts") as typeof ParentProcess;
  return contextManagerOfChildProcess() ?? new AsyncLocalStorageContextManager();
}
