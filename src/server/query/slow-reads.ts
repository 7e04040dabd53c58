import type { ObservationRecord } from "../observations/observation-record.ts";
import type { ExperimentPage, ExperimentQuery } from "./experiment-query.ts";
import type { MetricsQuery } from "./metrics-syntax.ts";
import type { ObservationPage, ObservationQuery } from "./observation-query.ts";
import type { ScorePage, ScoreQuery } from "./score-query.ts";

/** Reads that may go through most of the database, by name: a {@link ReaderPool} runs them in threads of their own. */
export interface SlowReads {
  /** One page of observations, newest first. */
  observations(projectId: string, query: ObservationQuery): ObservationPage;
  /** True when there is an observation that the query finds. */
  hasObservation(projectId: string, query: ObservationQuery): boolean;
  /** The observations of one trace, oldest first, at most `limit`. */
  trace(projectId: string, traceId: string, limit: number): ObservationRecord[];
  /** The latest traces, newest first, each as its root or, where that is not here, its topmost observation; without input, output and metadata. */
  latestTraces(projectId: string, limit: number): ObservationRecord[];
  /** One page of experiments, the most recent first. */
  experiments(projectId: string, query: ExperimentQuery): ExperimentPage;
  /** One page of items of experiments, the latest first. */
  experimentItems(projectId: string, query: ExperimentQuery): ExperimentPage;
  /** The rows of a metrics query. */
  metrics(projectId: string, query: MetricsQuery): { data: Array<Record<string, unknown>> };
  /** One page of scores, the latest first. */
  scores(projectId: string, query: ScoreQuery): ScorePage;
}

/** The name of a read. */
export type ReadName = keyof SlowReads;

/** To a reader: one read, and whether its result is wanted as JSON text. */
export interface ReadTask<Name extends ReadName = ReadName> {
  read: Name;
  parameters: Parameters<SlowReads[Name]>;
  isJson: boolean;
}

/** From a reader: JSON text in UTF-8, the result itself, or the error that ended the read. */
export type ReadOutcome = { json: Uint8Array<ArrayBuffer> } | { result: unknown } | { error: Error };

/** To a reader: a read, or the wish that it ends. */
export type ReaderRequest = ReadTask | "close";
