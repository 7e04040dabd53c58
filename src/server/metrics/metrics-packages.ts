import type { Meter } from "@opentelemetry/api";
import { loadOptionalPackages } from "../storage/optional-packages.ts";

// The parts of OpenTelemetry's packages that this service uses. Their own types would have to be installed to build the service.

export interface CollectingReader {
  collect(): Promise<{ resourceMetrics: unknown }>;
}

/** Writer of the text format of Prometheus. */
export interface TextSerializer {
  serialize(resourceMetrics: unknown): string;
}

interface SdkPackage {
  readonly MeterProvider: new (options: { readers: CollectingReader[] }) => { getMeter(name: string): Meter };
}

interface PrometheusPackage {
  readonly PrometheusExporter: new (options: { preventServerStart: true }) => CollectingReader;
  readonly PrometheusSerializer: new (
    prefix: string,
    appendsTime: boolean,
    constantLabels: undefined,
    isWithoutTarget: boolean,
    isWithoutScope: boolean,
  ) => TextSerializer;
}

/** Loads the packages. Throws, with the command that installs them, when one is missing. `reason` says what needs them. */
export function loadMetricsPackages(reason: string): SdkPackage & PrometheusPackage {
  const names = ["@opentelemetry/sdk-metrics", "@opentelemetry/exporter-prometheus"];
  const [sdk, prometheus] = loadOptionalPackages(names, reason) as [SdkPackage, PrometheusPackage];
  const { MeterProvider } = sdk;
  const { PrometheusExporter, PrometheusSerializer } = prometheus;
  return { MeterProvider, PrometheusExporter, PrometheusSerializer };
}
