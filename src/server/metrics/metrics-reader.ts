import { type CollectingReader, type TextSerializer, loadMetricsPackages } from "./metrics-packages.ts";
import { observeProcess } from "./process-metrics.ts";
import { ServiceMetrics } from "./service-metrics.ts";

/** Name under which the measurements are made. */
const METER = "svc-server";

/** Reader of the service's own measurements, in the text format of Prometheus. */
export class MetricsReader {
  readonly metrics: ServiceMetrics;
  readonly #reader: CollectingReader;
  readonly #serializer: TextSerializer;
  readonly #process: { stop: () => void };

  /** Throws, with the command that installs them, without the packages of OpenTelemetry. `reason` says what needs them. */
  constructor(reason: string) {
    const { MeterProvider, PrometheusExporter, PrometheusSerializer } = loadMetricsPackages(reason);
    this.#reader = new PrometheusExporter({ preventServerStart: true });
    // Without a prefix, times of measurements, and labels that are the same everywhere.
    this.#serializer = new PrometheusSerializer("", false, undefined, true, true);
    const meter = new MeterProvider({ readers: [this.#reader] }).getMeter(METER);
    this.metrics = new ServiceMetrics(meter);
    this.#process = observeProcess(meter);
  }

  async text(): Promise<string> {
    const { resourceMetrics } = await this.#reader.collect();
    return this.#serializer.serialize(resourceMetrics);
  }

  close(): void {
    this.#process.stop();
  }
}
