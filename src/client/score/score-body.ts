import type { OptionNames } from "@svc/core/internal";
import type { ScoreDataType } from "@svc/core/api";

/** Content of a score, for any target. Contract: "Score". */
export interface ScoreContent {
  /** Name of the score; not empty. */
  name: string;
  /** Value of the score: a finite number or a text; 0 or 1 for BOOLEAN. */
  value: number | string;
  /** Id of the score; default a random UUID. The same id writes the same score again. */
  id?: string;
  comment?: string;
  /** Metadata of the score, as JSON values. */
  metadata?: Record<string, unknown>;
  /** Type of the value; default NUMERIC for a number, CATEGORICAL for a text. */
  dataType?: ScoreDataType;
  /** Id of a score configuration that the value must fit. */
  configId?: string;
  /** Id of the annotation queue the score comes from. */
  queueId?: string;
  /** Environment of the score; default `SVC_TRACING_ENVIRONMENT`. */
  environment?: string;
  /** Time of the score; default the time of queueing. The service records it from version 4.59.0 on. */
  timestamp?: Date | string;
}

/** Score and its target: a trace (or an observation in it), a session, or an experiment. */
export interface ScoreBody extends ScoreContent {
  traceId?: string;
  /** Id of an observation; needs `traceId`. */
  observationId?: string;
  sessionId?: string;
  datasetRunId?: string;
}

/** Names of a score's fields. */
export const SCORE_FIELDS: OptionNames<ScoreBody> = {
  name: true,
  value: true,
  id: true,
  comment: true,
  metadata: true,
  dataType: true,
  configId: true,
  queueId: true,
  environment: true,
  timestamp: true,
  traceId: true,
  observationId: true,
  sessionId: true,
  datasetRunId: true,
};
