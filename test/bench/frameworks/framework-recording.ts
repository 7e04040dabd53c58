import { createRequire } from "node:module";
import { join } from "node:path";
import { flush } from "@svc/otel";
import { setSvcTracerProvider } from "@svc/tracing";
import {
  enableContext,
  loadOpenTelemetry,
  registerGlobally,
  type TracerProvider,
} from "../contender/open-telemetry.ts";
import { installationFolder } from "../installations.ts";
import type { ContenderName, Load, SpanExporter } from "./framework.ts";

/** Spans and attributes. */
export interface Counts {
  spans: number;
  attributes: number;
}

/** Recording of the calls in a process, without the framework's own part. */
export interface Recording {
  readonly exporter: SpanExporter;
  readonly provider: TracerProvider;
  readonly flush: () => Promise<unknown>;
}

const FOLDER = "frameworks";

/** Returns a function that loads packages of a folder as CommonJS. */
export const loaderOf = (folder: string): Load => createRequire(join(folder, "package.json")) as never;

/** Loads a package of the folder with the rivals. */
export const loadRival: Load = loaderOf(installationFolder(FOLDER));

/**
 * Prepares the recording of a contender in this process. `service` is the base address that the spans are sent to; without it
 * an exporter counts and discards them behind a stock batch processor, also those of this SDK, whose preload is running.
 */
export function prepareRecording(contender: ContenderName, service: string | undefined, counts: Counts): Recording {
  const openTelemetry = loadOpenTelemetry(FOLDER);
  const exporter =
    service === undefined || contender !== "rival"
      ? countingExporter(counts)
      : (new openTelemetry.OTLPTraceExporter({ url: `${service}/v1/traces` }) as SpanExporter);
  const processor = new openTelemetry.BatchSpanProcessor({ exporter });
  const provider = new openTelemetry.TracerProvider({ spanProcessors: [processor] });
  if (contender === "svc") {
    if (service !== undefined) return { exporter, provider, flush };
    setSvcTracerProvider(provider as never);
  }
  if (contender === "rival") {
    enableContext(FOLDER, openTelemetry);
    registerGlobally(FOLDER, provider);
  }
  return { exporter, provider, flush: () => processor.forceFlush() };
}

/** Returns an exporter that discards spans. It counts them in the first batches alone, so that counting is not measured. */
function countingExporter(counts: Counts): SpanExporter {
  return {
    export(spans, done) {
      if (!Object.isFrozen(counts)) {
        counts.spans += spans.length;
        for (const { attributes } of spans) counts.attributes += Object.keys(attributes).length;
      }
      done({ code: 0 });
    },
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
}
