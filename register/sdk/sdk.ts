import { logs, metrics } from "@opentelemetry/api";
import type { ResourceDetector } from "@opentelemetry/resources";
import type { SpanProcessor } from "@opentelemetry/sdk-trace";
import { globalState, logger } from "@svc/core/internal";
import type { SpanExporter, SvcSpanProcessorParams } from "@svc/otel";
import type * as GenAi from "@svc/otel/gen-ai";
import { NodeSDK, type NodeSDKConfiguration } from "@opentelemetry/sdk-node";
import type { PreloadConfig } from "../config.ts";
import { preloadOptions } from "../config/preload-options.ts";
import type * as TakeOptions from "../config/take-options.ts";
import { noteSeparateSentry } from "../other-sdks/sentry.ts";
import { madeProcessor, type PreloadProcessor } from "./made-processor.ts";
import { hasService, isSignalRequested } from "./requested-signals.ts";
import { modelRequests, optionsOfOwn, ownSpanProcessors } from "./own-span-processors.ts";
import { baseResource, resourceDetectors } from "./resource.ts";
import { defaultSampler } from "./sampler.ts";

let processor: PreloadProcessor | undefined;
let own: readonly PreloadProcessor[] | undefined;
let hasStarted = false;

/** Returns our span processor, one per process, with the options of the preload. Without the service it only stamps spans at their start. */
export function spanProcessor(): PreloadProcessor {
  return (processor ??= hasService() ? madeProcessor() : madeProcessor(STAMPS, () => ({})));
}

/** Returns the processors of the application's own destinations, one for each in a process. */
function ownProcessors(): readonly PreloadProcessor[] {
  return (own ??= ownSpanProcessors());
}

/** Makes every processor. They must exist before threads do, which hand over their spans to them. */
export function prepareForThreads(): void {
  spanProcessor();
  ownProcessors();
}

/** Exporter that takes spans nowhere. */
const NOWHERE: SpanExporter = {
  export: (_spans, resultCallback) => resultCallback({ code: 0 }),
  shutdown: () => Promise.resolve(),
};

/** Options of the processor where only the application's own destinations get spans. */
const STAMPS: SvcSpanProcessorParams = { exporter: NOWHERE, shouldExportSpan: () => false };

/**
 * Adds options that the application gives to a preload that runs already. They apply to the spans that end from now on. When they cannot be
 * used, no further span is sent.
 */
export function configure(given: PreloadConfig): void {
  const { addOptions } = require("../config/take-options.ts") as typeof TakeOptions;
  const options = addOptions(given);
  if (options?.resourceAttributes !== undefined && hasStarted) {
    logger.warn(
      "resourceAttributes given to start() have no effect after the first span: move them to svc.config.mjs.",
    );
  }
  // A processor that is made later reads the options itself.
  if (options === undefined) {
    for (const each of [spanProcessor(), ...ownProcessors()]) each.configure({ shouldExportSpan: () => false });
    return;
  }
  if (preloadOptions() instanceof Promise) spanProcessor();
  if (hasService()) processor?.configure(options);
  for (const each of own ?? []) each.configure(optionsOfOwn(options));
}

/**
 * Starts the OpenTelemetry SDK from its environment variables, with our span processor and the other processors that the
 * environment requests. The context manager is registered already.
 */
export function startSdk(options: Partial<NodeSDKConfiguration> = {}): void {
  hasStarted = true;
  const others = ownProcessors();
  const sampler = defaultSampler();
  // A span that is made twice is recorded here, whatever the application's sampler has decided.
  globalState.recordsUnsampledTraces = sampler !== undefined || options.idGenerator !== undefined;
  const variables = {
    // With this variable the SDK installs a logger that writes to standard output. Our logger reads the variable itself.
    OTEL_LOG_LEVEL: undefined,
    // For the SDK, unset means an exporter to this machine; for the preload, unset means no exporter.
    ...(isSignalRequested("logs") ? {} : { OTEL_LOGS_EXPORTER: "none" }),
  };
  withVariables(variables, () =>
    new NodeSDK({
      resource: baseResource(),
      resourceDetectors: [...resourceDetectors(), configuredAttributes],
      spanProcessors: [spanProcessor(), ...clientMetrics(), ...(others.length > 0 ? [modelRequests(), ...others] : [])],
      // The type lacks null, by which the SDK leaves the registered context manager in place.
      contextManager: null as never,
      ...(isSignalRequested("metrics") ? {} : { metricReaders: [] }),
      ...(sampler && { sampler }),
      ...options,
    }).start(),
  );
  if (options.idGenerator === undefined) noteSeparateSentry();
  if (isSignalRequested("metrics") || isSignalRequested("logs")) flushBeforeExit();
}

/** Returns the processor that records the metrics of model calls, when metrics are requested. */
function clientMetrics(): SpanProcessor[] {
  if (!isSignalRequested("metrics")) return [];
  const { GenAiMetrics } = require("@svc/otel/gen-ai") as typeof GenAi;
  return [new GenAiMetrics()];
}

/** Detector of the attributes that the options of the preload give. */
const configuredAttributes: ResourceDetector = {
  detect() {
    const options = preloadOptions();
    return options instanceof Promise ? {} : { attributes: { ...options.resourceAttributes } };
  },
};

/** Flushes the exporters of metrics and logs at `beforeExit`, because they need the event loop for their last batch. */
function flushBeforeExit(): void {
  process.once("beforeExit", () => {
    const { forceFlush: flushMetrics } = metrics.getMeterProvider() as Partial<SpanProcessor>;
    const { forceFlush: flushLogs } = logs.getLoggerProvider() as Partial<SpanProcessor>;
    const flushing = [flushMetrics?.call(metrics.getMeterProvider()), flushLogs?.call(logs.getLoggerProvider())];
    for (const flushed of flushing) {
      flushed?.catch((error: unknown) =>
        logger.warnOnce(
          "Flushing an exporter of the application's own failed: check the address in OTEL_EXPORTER_OTLP_ENDPOINT.",
          error,
        ),
      );
    }
  });
}

function withVariables(variables: Readonly<Record<string, string | undefined>>, fn: () => void): void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  try {
    Object.entries(variables).forEach(setVariable);
    fn();
  } finally {
    before.forEach(setVariable);
  }
}

function setVariable([name, value]: readonly [string, string | undefined]): void {
  if (value === undefined) delete process.env[name];
  else process.env[name] = value;
}
