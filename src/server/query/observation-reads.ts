import type { ExperimentColumn, ExperimentItemColumn, ExperimentPage, ExperimentQuery } from "./experiment-query.ts";
import type { MetricsQuery } from "./metrics-query.ts";
import type { ObservationPage, ObservationQuery } from "./observation-query.ts";
import type { ScorePage, ScoreQuery } from "./score-query.ts";

/** Reads that may go through most of the stored observations or scores, by name. */
export interface ObservationReads {
  /** Returns one page of observations, newest first. */
  observations(projectId: string, query: ObservationQuery): ObservationPage;
  /** Returns true when the query finds an observation. */
  hasObservation(projectId: string, query: ObservationQuery): boolean;
  /** Returns one page of experiments, the most recent first. */
  experiments(projectId: string, query: ExperimentQuery<ExperimentColumn>): ExperimentPage;
  /** Returns one page of items of experiments, the latest first. */
  experimentItems(projectId: string, query: ExperimentQuery<ExperimentItemColumn>): ExperimentPage;
  /** Returns the rows of a metrics query that `checkMetricsQuery` has accepted. */
  metrics(projectId: string, query: MetricsQuery): { data: Array<Record<string, unknown>> };
  /** Returns one page of scores, the latest first. */
  scores(projectId: string, query: ScoreQuery): ScorePage;
}
