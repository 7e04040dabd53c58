import type * as Prometheus from "@opentelemetry/exporter-prometheus";
import type * as Sdk from "@opentelemetry/sdk-metrics";
import { loadOptionalPackages } from "../storage/optional-packages.ts";
import { observeProcess } from "./process-metrics.ts";
import { ServiceMetrics } from "./service-metrics.ts";

/** Name under which the measurements are made. */
const METER = "svc-server";

/** Reader of the service's own measurements, in the text format of Prometheus. */
export class MetricsReader {
  readonly metrics: ServiceMetrics;
  readonly #reader: Prometheus.PrometheusExporter;
  readonly #serializer: Prometheus.PrometheusSerializer;
  readonly #process: { stop: () => void };

  /** Throws, with the command that installs them, without the packages of OpenTelemetry. `reason` says what needs them. */
  constructor(reason: string) {
    const [sdk, prometheus] = loadOptionalPackages(
      ["@opentelemetry/sdk-metrics", "@opentelemetry/exporter-prometheus"],
      reason,
    ) as [typeof Sdk, typeof Prometheus];
    this.#reader = new prometheus.PrometheusExporter({ preventServerStart: true });
    // Without a prefix, times of measurements, and labels that are the same everywhere.
    this.#serializer = new prometheus.PrometheusSerializer("", false, undefined, true, true);
    const meter = new sdk.MeterProvider({ readers: [this.#reader] }).getMeter(METER);
    this.metrics = new ServiceMetrics(meter);
    this.#process = observeProcess(meter);
  }

  /** Reads all measurements. */
  async text(): Promise<string> {
    const { resourceMetrics } = await this.#reader.collect();
    return this.#serializer.serialize(resourceMetrics);
  }

  /** Ends the measurements. */
  close(): void {
    this.#process.stop();
  }
}
