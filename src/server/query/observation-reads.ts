import type {
  ExperimentColumn,
  ExperimentItemColumn,
  ExperimentPage,
  ExperimentQuery,
  ExperimentTotals,
} from "./experiment-query.ts";
import type { MetricsQuery } from "./metrics-query.ts";
import type { GroupPage, GroupQuery } from "./session-query.ts";
import type { ObservationPage, ObservationQuery, StartTimes } from "./observation-query.ts";
import type { ModelUse } from "./model-use.ts";
import type { TraceExcerpt } from "./trace-excerpt.ts";
import type { AgreementQuery, CountedKind, ScoreAgreement } from "./score-agreement.ts";
import type { ScorePage, ScoreQuery } from "./score-query.ts";

/** Reads that may go through most of the stored observations or scores, by name. */
export interface ObservationReads {
  /** Returns one page of observations, newest first. */
  observations(projectId: string, query: ObservationQuery): ObservationPage;
  hasObservation(projectId: string, query: ObservationQuery): boolean;
  /** Returns the first and the last start among the observations that the query finds; undefined when it finds none. */
  startTimes(projectId: string, query: ObservationQuery): StartTimes | undefined;
  /** Returns what each of the traces was asked and answered, in one line each. Leaves out traces that have neither. */
  traceExcerpts(projectId: string, traceIds: readonly string[]): { data: TraceExcerpt[] };
  /** Returns one page of experiments, the most recent first. */
  experiments(projectId: string, query: ExperimentQuery<ExperimentColumn>): ExperimentPage;
  /** Returns one page of items of experiments, the latest first. */
  experimentItems(projectId: string, query: ExperimentQuery<ExperimentItemColumn>): ExperimentPage;
  /** Returns the totals of experiments. Leaves out experiments that are not stored. */
  experimentTotals(projectId: string, experimentIds: readonly string[]): { data: ExperimentTotals[] };
  /** Returns the rows of a metrics query that `checkMetricsQuery` has accepted. */
  metrics(projectId: string, query: MetricsQuery): { data: Array<Record<string, unknown>> };
  /** Returns one page of sessions or users, with the totals of their traces. */
  groups(projectId: string, query: GroupQuery): GroupPage;
  /** Returns one page of scores, the latest first. */
  scores(projectId: string, query: ScoreQuery): ScorePage;
  /** Returns the kinds of scores, the most frequent first. */
  scoreKinds(projectId: string): CountedKind[];
  /** Returns how far two kinds of scores agree about the same objects. */
  scoreAgreement(projectId: string, query: AgreementQuery): ScoreAgreement;
  /** Returns the names of models that observations since a time have, the most frequent first. */
  modelUse(projectId: string, start: number): ModelUse[];
  /** Returns the id of the model whose prices a name gets; null without one. */
  modelIdFor(projectId: string, name: string): string | null;
}

export type ReadName = keyof ObservationReads;

/** Parameters of a read. The first is the id of the project. */
export type ReadParameters<Name extends ReadName> = Parameters<ObservationReads[Name]>;

export type ReadResult<Name extends ReadName> = ReturnType<ObservationReads[Name]>;

/** Asynchronous forms of the reads. */
export type AsyncReads = {
  [Name in ReadName]: (...parameters: ReadParameters<Name>) => Promise<ReadResult<Name>>;
};
