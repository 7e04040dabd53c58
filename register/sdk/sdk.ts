import { logs, metrics } from "@opentelemetry/api";
import type { SpanProcessor } from "@opentelemetry/sdk-trace";
import { globalState, logger } from "@svc/core/internal";
import { SvcSpanProcessor } from "@svc/otel";
import { NodeSDK, type NodeSDKConfiguration } from "@opentelemetry/sdk-node";
import { isSignalRequested } from "./requested-signals.ts";
import { ownSpanProcessors } from "./own-span-processors.ts";
import { baseResource, resourceDetectors } from "./resource.ts";
import { defaultSampler } from "./sampler.ts";

let processor: SvcSpanProcessor | undefined;

/** Returns our span processor, one per process. */
export function spanProcessor(): SvcSpanProcessor {
  return (processor ??= new SvcSpanProcessor());
}

/**
 * Starts the OpenTelemetry SDK from its environment variables, with our span processor and the other processors that the
 * environment requests. The context manager is registered already.
 */
export function startSdk(options: Partial<NodeSDKConfiguration> = {}): void {
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
      resourceDetectors: resourceDetectors(),
      spanProcessors: [spanProcessor(), ...own],
      // The type lacks null, by which the SDK leaves the registered context manager in place.
      contextManager: null as never,
      ...(isSignalRequested("metrics") ? {} : { metricReaders: [] }),
      ...(sampler && { sampler }),
      ...options,
    }).start(),
  );
  if (own.length > 0 || isSignalRequested("metrics") || isSignalRequested("logs")) flushBeforeExit(own);
}

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
