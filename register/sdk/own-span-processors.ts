import type * as OtlpProto from "@opentelemetry/exporter-trace-otlp-proto";
import type * as OtlpJson from "@opentelemetry/exporter-trace-otlp-http";
import type * as OtlpGrpc from "@opentelemetry/exporter-trace-otlp-grpc";
import type * as Zipkin from "@opentelemetry/exporter-zipkin";
import { getNumberFromEnv } from "@opentelemetry/core";
import {
  BatchSpanProcessor,
  ConsoleSpanExporter,
  SimpleSpanProcessor,
  type SpanExporter,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace";
import { getEnv, logger } from "@svc/core/internal";
import { ownTraceExporters } from "./requested-signals.ts";

type Exporters = Readonly<Record<string, () => SpanExporter>>;

/** Loaders of the OTLP exporter for each transport, by their names in `OTEL_EXPORTER_OTLP_PROTOCOL`. */
const OTLP: Exporters = {
  "http/protobuf": () => new (otlpProto().OTLPTraceExporter)(),
  "http/json": () => new (otlpJson().OTLPTraceExporter)(),
  grpc: () => new (otlpGrpc().OTLPTraceExporter)(),
};

const DEFAULT_PROTOCOL = "http/protobuf";

/** Variables that name the transport, in order of precedence. */
const PROTOCOL_VARIABLES = ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"] as const;

/** Loaders of exporters, by their names in `OTEL_TRACES_EXPORTER`. */
const EXPORTERS: Exporters = {
  otlp: () => ofProtocol()(),
  console: () => new ConsoleSpanExporter(),
  zipkin: () => new (zipkin().ZipkinExporter)(),
};

const otlpProto = (): typeof OtlpProto => require("@opentelemetry/exporter-trace-otlp-proto");
const otlpJson = (): typeof OtlpJson => require("@opentelemetry/exporter-trace-otlp-http");
const otlpGrpc = (): typeof OtlpGrpc => require("@opentelemetry/exporter-trace-otlp-grpc");
const zipkin = (): typeof Zipkin => require("@opentelemetry/exporter-zipkin");

/**
 * Returns the processors that pass every span, as the application wrote it, to the application's own exporters. They are
 * OpenTelemetry's stock processors and read its variables for endpoint, headers, protocol and batching.
 */
export function ownSpanProcessors(): SpanProcessor[] {
  return ownTraceExporters().flatMap((name) => {
    const create = namedIn(EXPORTERS, name);
    if (create === undefined) {
      const names = [...Object.keys(EXPORTERS), "none"].join(", ");
      logger.warnOnce(`OTEL_TRACES_EXPORTER names ${name}, which does not exist and is ignored. There are: ${names}.`);
      return [];
    }
    const exporter = create();
    return [name === "console" ? new SimpleSpanProcessor({ exporter }) : batched(exporter)];
  });
}

function ofProtocol(): () => SpanExporter {
  const variable = PROTOCOL_VARIABLES.find((each) => getEnv(each) !== undefined);
  const name = (variable && getEnv(variable)) ?? DEFAULT_PROTOCOL;
  const create = namedIn(OTLP, name.trim());
  if (create !== undefined) return create;
  const names = Object.keys(OTLP).join(", ");
  logger.warnOnce(`${variable} is ${JSON.stringify(name)}, but must be one of ${names}. Using ${DEFAULT_PROTOCOL}.`);
  return OTLP[DEFAULT_PROTOCOL]!;
}

/** Returns the loader with a name. Names such as `constructor` are no rows of the table. */
function namedIn(loaders: Exporters, name: string): (() => SpanExporter) | undefined {
  return Object.hasOwn(loaders, name) ? loaders[name] : undefined;
}

function batched(exporter: SpanExporter): SpanProcessor {
  const options = {
    maxQueueSize: getNumberFromEnv("OTEL_BSP_MAX_QUEUE_SIZE"),
    scheduledDelayMillis: getNumberFromEnv("OTEL_BSP_SCHEDULE_DELAY"),
    exportTimeoutMillis: getNumberFromEnv("OTEL_BSP_EXPORT_TIMEOUT"),
    maxExportBatchSize: getNumberFromEnv("OTEL_BSP_MAX_EXPORT_BATCH_SIZE"),
  };
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined && value >= 0));
  return new BatchSpanProcessor({ exporter, ...given });
}
