import type { Counter, Histogram, Meter, UpDownCounter } from "@opentelemetry/api";

/** Upper bounds of the classes of durations, in seconds, as the semantic conventions for HTTP have them. */
const DURATION_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

export interface AnsweredRequest {
  method: string;
  /** Pattern of the path, such as `/api/public/v2/datasets/:datasetName`: there are few, whatever clients send. */
  route: string;
  status: number;
  seconds: number;
}

/** Storage that failed: the file of SQLite, a database elsewhere, or the media. */
export type FailedStorage = "file" | "database" | "media";

/** Measurements of the service itself. Names and labels have no content, ids or keys of users. */
export class ServiceMetrics {
  readonly #requests: Histogram;
  readonly #exports: Counter;
  readonly #spans: Counter;
  readonly #refused: Counter;
  readonly #waiting: UpDownCounter;
  readonly #failures: Counter;
  readonly #removed: Counter;

  constructor(meter: Meter) {
    this.#requests = meter.createHistogram("http.server.request.duration.seconds", {
      description: "Time until the answer to a request begins.",
      advice: { explicitBucketBoundaries: DURATION_BOUNDS },
    });
    this.#exports = meter.createCounter("svc.exports", {
      description: "Trace exports that were read, by the status of their answer.",
    });
    this.#spans = meter.createCounter("svc.spans.stored", { description: "Spans that were stored." });
    this.#refused = meter.createCounter("svc.spans.refused", {
      description: "Spans that were not stored, for an impossible id or time.",
    });
    this.#waiting = meter.createUpDownCounter("svc.exports.waiting.bytes", {
      description: "Bytes of trace exports that wait to be stored, decompressed.",
    });
    this.#failures = meter.createCounter("svc.storage.failures", {
      description: "Requests other than exports that the storage could not serve, by storage.",
    });
    this.#removed = meter.createCounter("svc.observations.removed", {
      description: "Observations that the retention and the limit for the size have removed.",
    });
  }

  answered({ method, route, status, seconds }: AnsweredRequest): void {
    this.#requests.record(seconds, {
      "http.request.method": method,
      "http.route": route,
      "http.response.status_code": status,
    });
  }

  /** Counts the bytes of an export as waiting. Call the returned function with the outcome. */
  exportWaits(bytes: number): (outcome: { status: number; spans?: number; refused?: number }) => void {
    this.#waiting.add(bytes);
    return ({ status, spans = 0, refused = 0 }) => {
      this.#waiting.add(-bytes);
      this.#exports.add(1, { status });
      this.#spans.add(spans);
      this.#refused.add(refused);
    };
  }

  /** Counts a request that a storage could not serve. */
  storageFailed(storage: FailedStorage): void {
    this.#failures.add(1, { storage });
  }

  observationsRemoved(count: number): void {
    this.#removed.add(count);
  }
}
