import { logs, metrics } from "@opentelemetry/api";
import type { SpanProcessor } from "@opentelemetry/sdk-trace";
import { logger, routeDiagnostics } from "@svc/core";
import { SvcSpanProcessor } from "@svc/otel";
import { NodeSDK, type NodeSDKConfiguration } from "@opentelemetry/sdk-node";
import { isAskedFor } from "./asked-signals.ts";
import { ownSpanProcessors } from "./own-span-processors.ts";
import { baseResource, resourceDetectors } from "./resource.ts";

let processor: SvcSpanProcessor | undefined;

/** Our span processor, of which there is one. */
export function spanProcessor(): SvcSpanProcessor {
  return (processor ??= new SvcSpanProcessor());
}

/**
 * Starts the OpenTelemetry SDK as its environment variables say, with our span processor and those that the environment
 * asks for. The context manager is registered already.
 */
export function startSdk(options: Partial<NodeSDKConfiguration> = {}): void {
  routeDiagnostics();
  const own = ownSpanProcessors();
  const variables = {
    // With it the SDK installs a logger that writes to standard output; ours heeds the variable itself.
    OTEL_LOG_LEVEL: undefined,
    // Unset means an exporter to this machine for the SDK, but no wish for us.
    ...(isAskedFor("logs") ? {} : { OTEL_LOGS_EXPORTER: "none" }),
  };
  withVariables(variables, () =>
    new NodeSDK({
      resource: baseResource(),
      resourceDetectors: resourceDetectors(),
      spanProcessors: [spanProcessor(), ...own],
      // The type does not know null, which the SDK takes for "set already".
      contextManager: null as never,
      ...(isAskedFor("metrics") ? {} : { metricReaders: [] }),
      ...options,
    }).start(),
  );
  if (own.length > 0 || isAskedFor("metrics") || isAskedFor("logs")) flushBeforeExit(own);
}

/** The stock exporters need the event loop, so their last batch goes while there still is one. */
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
      flushed?.catch((error: unknown) => logger.warnOnce("An exporter of the application's own failed.", error));
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
