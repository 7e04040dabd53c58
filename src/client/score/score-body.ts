import type { OptionNames } from "@svc/core";
import type { ScoreDataType } from "@svc/core/api";

/** What a score says, whatever it is about. Contract: "Score". */
export interface ScoreContent {
  /** Not empty. */
  name: string;
  /** A finite number, or a text; a BOOLEAN is 0 or 1. */
  value: number | string;
  /** The same id writes the same score again; default a random UUID. */
  id?: string;
  comment?: string;
  /** JSON values. */
  metadata?: Record<string, unknown>;
  /** Default: NUMERIC for a number, CATEGORICAL for a text. */
  dataType?: ScoreDataType;
  /** A score configuration that the value has to fit. */
  configId?: string;
  /** The annotation queue it comes from. */
  queueId?: string;
  /** Default: `SVC_TRACING_ENVIRONMENT`. */
  environment?: string;
  /** Default: the time the score is queued. The service records it from version 4.59.0 on. */
  timestamp?: Date | string;
}

/** A score and what it is about: a trace (or an observation in it), a session, or an experiment. */
export interface ScoreBody extends ScoreContent {
  traceId?: string;
  /** Needs `traceId`. */
  observationId?: string;
  sessionId?: string;
  /** Id of an experiment. */
  datasetRunId?: string;
}

/** The names of the fields of a score. */
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
