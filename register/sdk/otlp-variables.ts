import { getNumberFromEnv, parseKeyPairsIntoRecord } from "@opentelemetry/core";
import { getEnv, logger } from "@svc/core/internal";
import type { SvcSpanProcessorParams } from "@svc/otel";

/** Transports of OTLP, by their names in `OTEL_EXPORTER_OTLP_PROTOCOL`. */
const PROTOCOLS = ["http/protobuf", "http/json", "grpc"] as const;

/** Transport of OTLP. */
export type OtlpProtocol = (typeof PROTOCOLS)[number];

const DEFAULT_PROTOCOL: OtlpProtocol = "http/protobuf";
const DEFAULT_ENDPOINT = "http://localhost:4318";
const DEFAULT_TIMEOUT_MS = 10_000;

/** Returns the transport that OpenTelemetry's variables name. */
export function otlpProtocol(): OtlpProtocol {
  const [variable, name = DEFAULT_PROTOCOL] = otlpVariable("PROTOCOL");
  const protocol = PROTOCOLS.find((each) => each === name.trim());
  if (protocol !== undefined) return protocol;
  const names = PROTOCOLS.join(", ");
  logger.warnOnce(`${variable} is ${JSON.stringify(name)}, but must be one of ${names}. Using ${DEFAULT_PROTOCOL}.`);
  return DEFAULT_PROTOCOL;
}

/** Returns the address to which OpenTelemetry's variables send spans over HTTP. */
export function otlpAddress(): string {
  const ofTraces = getEnv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
  if (ofTraces !== undefined) return ofTraces;
  return `${(getEnv("OTEL_EXPORTER_OTLP_ENDPOINT") ?? DEFAULT_ENDPOINT).replace(/\/$/, "")}/v1/traces`;
}

/** Returns the options of a processor that sends to the endpoint of OpenTelemetry's variables, as its exporter would. */
export function otlpOptions(): SvcSpanProcessorParams {
  const [timeoutVariable = ""] = otlpVariable("TIMEOUT");
  const [, compression] = otlpVariable("COMPRESSION");
  return {
    endpoint: otlpAddress(),
    additionalHeaders: {
      ...parseKeyPairsIntoRecord(getEnv("OTEL_EXPORTER_OTLP_HEADERS") ?? ""),
      ...parseKeyPairsIntoRecord(getEnv("OTEL_EXPORTER_OTLP_TRACES_HEADERS") ?? ""),
    },
    timeout: (getNumberFromEnv(timeoutVariable) ?? DEFAULT_TIMEOUT_MS) / 1000,
    compression: compression?.trim().toLowerCase() === "gzip" ? "gzip" : "none",
  };
}

/** Returns the variable of an OTLP setting that is set, the one for traces first, and its value. */
function otlpVariable(setting: string): readonly [variable?: string, value?: string | undefined] {
  const names = [`OTEL_EXPORTER_OTLP_TRACES_${setting}`, `OTEL_EXPORTER_OTLP_${setting}`];
  const variable = names.find((name) => getEnv(name) !== undefined);
  return variable === undefined ? [] : [variable, getEnv(variable)];
}
