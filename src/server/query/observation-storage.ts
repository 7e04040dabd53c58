import type { EncodedJson } from "../http/encoded-json.ts";
import type { OtlpFormat } from "../ingest/otlp/otlp-decoding.ts";
import type { SpanSource } from "../ingest/span-source.ts";
import type { WriteOutcome } from "../ingest/writer/writer-messages.ts";
import type { ObservationRecord } from "../observations/observation-record.ts";
import type { ExperimentQuery } from "./experiment-query.ts";
import type { MetricsQuery } from "./metrics-syntax.ts";
import type { ObservationQuery } from "./observation-query.ts";

/**
 * The port to everything that spans become. Routes know this and no database, so that the same API can stand on another one.
 */
export interface ObservationStorage {
  /** Stores every span of one trace export, or none. The bytes move away and are no longer readable. Never rejects. */
  ingest(format: OtlpFormat, body: Uint8Array<ArrayBuffer>, source: SpanSource): Promise<WriteOutcome>;
  /** One page of observations, newest first: an `ObservationPage`. */
  page(projectId: string, query: ObservationQuery): Promise<EncodedJson>;
  /** True when there is an observation that the query finds. */
  has(projectId: string, query: ObservationQuery): Promise<boolean>;
  /** The observations of one trace, oldest first, at most `limit`. */
  trace(projectId: string, traceId: string, limit: number): Promise<ObservationRecord[]>;
  /** The latest traces, newest first, each as its root or, where that is not here, its topmost observation; without input, output and metadata. */
  latestTraces(projectId: string, limit: number): Promise<ObservationRecord[]>;
  /** One page of experiments, the most recent first: an `ExperimentPage`. */
  experiments(projectId: string, query: ExperimentQuery): Promise<EncodedJson>;
  /** One page of items of experiments, the latest first: an `ExperimentPage`. */
  experimentItems(projectId: string, query: ExperimentQuery): Promise<EncodedJson>;
  /** `{ data }` with the rows of a metrics query, which is one that `checkMetricsQuery` found to be right. */
  metrics(projectId: string, query: MetricsQuery): Promise<EncodedJson>;
  /** Removes traces with their observations and scores, at once. Ids that are not there are passed over. */
  deleteTraces(projectId: string, traceIds: readonly string[]): Promise<void>;
}
