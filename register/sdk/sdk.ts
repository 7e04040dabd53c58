import { logs, metrics } from "@opentelemetry/api";
import type { ResourceDetector } from "@opentelemetry/resources";
import type { SpanProcessor } from "@opentelemetry/sdk-trace";
import { globalState, logger } from "@svc/core/internal";
import { SvcSpanProcessor } from "@svc/otel";
import { NodeSDK, type NodeSDKConfiguration } from "@opentelemetry/sdk-node";
import type { PreloadConfig } from "../config.ts";
import { preloadOptions } from "../config/preload-options.ts";
import type * as TakeOptions from "../config/take-options.ts";
import { makeOwn } from "../other-sdks/unused-processors.ts";
import { noteSeparateSentry } from "../other-sdks/sentry.ts";
import { HoldingProcessor } from "./holding-processor.ts";
import { isSignalRequested } from "./requested-signals.ts";
import { ownSpanProcessors } from "./own-span-processors.ts";
import { baseResource, resourceDetectors } from "./resource.ts";
import { defaultSampler } from "./sampler.ts";

let processor: SvcSpanProcessor | HoldingProcessor | undefined;
let hasStarted = false;

/** Returns our span processor, one per process, with the options of the preload. */
export function spanProcessor(): SvcSpanProcessor | HoldingProcessor {
  return (processor ??= makeOwn(makeProcessor));
}

function makeProcessor(): SvcSpanProcessor | HoldingProcessor {
  const options = preloadOptions();
  if (options instanceof Promise) return new HoldingProcessor(new SvcSpanProcessor(), options);
  const made = new SvcSpanProcessor();
  made.configure(options);
  return made;
}

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
  if (options === undefined) spanProcessor().configure({ shouldExportSpan: () => false });
  else if (preloadOptions() instanceof Promise) spanProcessor().configure(options);
  else processor?.configure(options);
}

/**
 * Starts the OpenTelemetry SDK from its environment variables, with our span processor and the other processors that the
 * environment requests. The context manager is registered already.
 */
export function startSdk(options: Partial<NodeSDKConfiguration> = {}): void {
  hasStarted = true;
  const own = ownSpanProcessors();
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
      spanProcessors: [spanProcessor(), ...own],
      // The type lacks null, by which the SDK leaves the registered context manager in place.
      contextManager: null as never,
      ...(isSignalRequested("metrics") ? {} : { metricReaders: [] }),
      ...(sampler && { sampler }),
      ...options,
    }).start(),
  );
  if (options.idGenerator === undefined) noteSeparateSentry();
  if (own.length > 0 || isSignalRequested("metrics") || isSignalRequested("logs")) flushBeforeExit(own);
}

/** Detector of the attributes that the options of the preload give. */
const configuredAttributes: ResourceDetector = {
  detect() {
    const options = preloadOptions();
    return options instanceof Promise ? {} : { attributes: { ...options.resourceAttributes } };
  },
};

/** Flushes the stock exporters at `beforeExit`, because they need the event loop for their last batch. */
function flushBeforeExit(processors: readonly SpanProcessor[]): void {
  process.once("beforeExit", () => {
    const { forceFlush: flushMetrics } = metrics.getMeterProvider() as Partial<SpanProcessor>;
    const { forceFlush: flushLogs } = logs.getLoggerProvider() as Partial<SpanProcessor>;
    const flushing = [
      ...processors.map((processor) => processor.forceFlush()),
      flushMetrics?.call(metrics.getMeterProvider()),
      flushLogs?.call(logs.getLoggerProvider()),
    ];
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
