import { parseConfigFile } from "@opentelemetry/configuration";
import { startNodeSdk } from "@opentelemetry/sdk-node";
import { logger } from "@svc/core/internal";
import type { SpanExporter } from "@svc/otel";
import { registeredProvider, registerSdk } from "../api-slot/api-slot.ts";
import { Guest } from "../other-sdks/other-sdks.ts";
import { processorsOf, setProcessors, type GuestProcessor } from "../other-sdks/sdk-provider.ts";
import { modelRequests, ownSpanProcessor } from "./own-span-processors.ts";
import { clientMetrics, flushBeforeExit } from "./sdk.ts";

/**
 * Starts the OpenTelemetry SDK that a configuration file declares, by OpenTelemetry's own package. The processors of the file get spans as
 * the application's other destinations do: in the form of the conventions, after the mask. When the file cannot be used, one log line tells
 * the reason, and nothing is started.
 *
 * @returns False when the file disables the SDK: nothing is to be recorded then.
 */
export function startDeclaredSdk(file: string): boolean {
  try {
    const declared = parseConfigFile(file);
    if (declared.disabled === true) return false;
    registerSdk(startNodeSdk, () => false);
    const provider = registeredProvider();
    if (declared.tracer_provider && provider === undefined) throw new Error("its SDK could not be made");
    const hasMetrics = Boolean(declared.meter_provider);
    if (hasMetrics || declared.logger_provider) flushBeforeExit();
    const processors = processorsOf(provider);
    if (processors === undefined) return true;
    const formed = processors.map((processor) => new Guest(ownSpanProcessor({ exporter: passingTo(processor) })));
    setProcessors(provider as object, [modelRequests(), ...clientMetrics(hasMetrics), ...formed]);
  } catch (error) {
    logger.error(
      `OTEL_CONFIG_FILE is not used, but OpenTelemetry's environment variables: ${file} is no configuration of an SDK.`,
      error,
    );
  }
  return true;
}

/** Returns an exporter that passes batches to a processor of the file. An answer means that the exporter of the file has them. */
function passingTo(processor: GuestProcessor): SpanExporter {
  return {
    export: (spans, resultCallback) => {
      for (const span of spans) processor.onEnd(span);
      processor.forceFlush().then(
        () => resultCallback({ code: 0 }),
        (error: Error) => resultCallback({ code: 1, error }),
      );
    },
    forceFlush: () => processor.forceFlush(),
    shutdown: () => processor.shutdown(),
  };
}
