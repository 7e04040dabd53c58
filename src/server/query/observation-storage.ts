import type { EncodedJson } from "../http/encoded-json.ts";
import type { OtlpFormat } from "../ingest/otlp/otlp-decoding.ts";
import type { SpanSource } from "../ingest/span-source.ts";
import type { WriteOutcome } from "../ingest/writer/writer-messages.ts";
import type { ObservationRow, ObservationWithContent } from "../observations/observation-record.ts";
import type { ExperimentColumn, ExperimentItemColumn, ExperimentQuery } from "./experiment-query.ts";
import type { MetricsQuery } from "./metrics-query.ts";
import type { ObservationQuery } from "./observation-query.ts";
import type { ScoreQuery } from "./score-query.ts";

/**
 * Port to the storage of observations, and to reads that may go through many of their scores. Routes and pages know this port
 * and no database, so that the API can run on another database.
 */
export interface ObservationStorage {
  /**
   * Stores every span of one trace export, or none. The bytes are transferred and no longer readable afterwards. Never rejects.
   */
  ingest(format: OtlpFormat, body: Uint8Array<ArrayBuffer>, source: SpanSource): Promise<WriteOutcome>;
  /** Returns one page of observations, newest first: an `ObservationPage`. */
  page(projectId: string, query: ObservationQuery): Promise<EncodedJson>;
  /** Returns true when the query finds an observation. */
  has(projectId: string, query: ObservationQuery): Promise<boolean>;
  /** Returns the observations of one trace, oldest first, at most `limit`. */
  trace(projectId: string, traceId: string, limit: number): Promise<ObservationWithContent[]>;
  /**
   * Returns the latest traces, newest first, each as its root or, when the root is not here, its topmost observation. Leaves
   * out input, output and metadata.
   */
  latestTraces(projectId: string, limit: number): Promise<ObservationRow[]>;
  /** Returns one page of experiments, the most recent first: an `ExperimentPage`. */
  experiments(projectId: string, query: ExperimentQuery<ExperimentColumn>): Promise<EncodedJson>;
  /** Returns one page of items of experiments, the latest first: an `ExperimentPage`. */
  experimentItems(projectId: string, query: ExperimentQuery<ExperimentItemColumn>): Promise<EncodedJson>;
  /** Returns `{ data }` with the rows of a metrics query that `checkMetricsQuery` has accepted. */
  metrics(projectId: string, query: MetricsQuery): Promise<EncodedJson>;
  /** Returns one page of scores, the latest first: a `ScorePage`. */
  scores(projectId: string, query: ScoreQuery): Promise<EncodedJson>;
  /** Removes traces with their observations and scores, at once. Ignores unknown ids. */
  deleteTraces(projectId: string, traceIds: readonly string[]): Promise<void>;
}
