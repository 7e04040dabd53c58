import type * as OtlpJson from "@opentelemetry/exporter-trace-otlp-http";
import type * as OtlpGrpc from "@opentelemetry/exporter-trace-otlp-grpc";
import type * as Zipkin from "@opentelemetry/exporter-zipkin";
import { ConsoleSpanExporter, type SpanExporter } from "@opentelemetry/sdk-trace";
import { logger } from "@svc/core/internal";
import type { SvcSpanProcessorParams } from "@svc/otel";
import { otlpOptions, otlpProtocol, type OtlpProtocol } from "./otlp-variables.ts";

type Destination = Pick<
  SvcSpanProcessorParams,
  "endpoint" | "additionalHeaders" | "timeout" | "exporter" | "exportMode"
>;

/** OTLP by its transports. Protobuf over HTTP is what we send to the service as well; the others are OpenTelemetry's exporters. */
const OTLP: Readonly<Record<OtlpProtocol, () => Destination>> = {
  "http/protobuf": otlpOptions,
  "http/json": () => exportedBy(new (otlpJson().OTLPTraceExporter)()),
  grpc: () => exportedBy(new (otlpGrpc().OTLPTraceExporter)()),
};

/** Destinations by their names in `OTEL_TRACES_EXPORTER`. */
const DESTINATIONS: Readonly<Record<string, () => Destination>> = {
  otlp: () => OTLP[otlpProtocol()](),
  console: () => ({ ...exportedBy(new ConsoleSpanExporter()), exportMode: "immediate" }),
  zipkin: () => exportedBy(new (zipkin().ZipkinExporter)()),
};

const otlpJson = (): typeof OtlpJson => require("@opentelemetry/exporter-trace-otlp-http");
const otlpGrpc = (): typeof OtlpGrpc => require("@opentelemetry/exporter-trace-otlp-grpc");
const zipkin = (): typeof Zipkin => require("@opentelemetry/exporter-zipkin");

/** Returns options of a processor for a name of `OTEL_TRACES_EXPORTER`; undefined, with a warning, when the name does not exist. */
export function ownDestination(name: string): Destination | undefined {
  // Names such as `constructor` are no rows of the table.
  if (Object.hasOwn(DESTINATIONS, name)) return DESTINATIONS[name]!();
  const names = [...Object.keys(DESTINATIONS), "none"].join(", ");
  logger.warnOnce(`OTEL_TRACES_EXPORTER names ${name}, which does not exist and is ignored. There are: ${names}.`);
  return undefined;
}

function exportedBy(exporter: SpanExporter): Destination {
  return { exporter };
}
