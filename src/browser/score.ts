/** Data types of a score, under the names of `ScoreDataType` in `@svc/core`. */
export const SvcScoreDataType = {
  Numeric: "NUMERIC",
  Boolean: "BOOLEAN",
  Categorical: "CATEGORICAL",
  Text: "TEXT",
  Correction: "CORRECTION",
} as const;

/** Data type of a score. When the type is absent, the service derives it from the value. */
export type SvcScoreDataType = (typeof SvcScoreDataType)[keyof typeof SvcScoreDataType];

/** Score that a page sends. Contract: "Score". */
export interface SvcBrowserScoreBody {
  /**
   * Id of the score, sent unchanged, even when empty. The score replaces an earlier one with the same id, if the same public key
   * sent it. Default: a new UUID.
   */
  readonly id?: string;
  /** Name of the score. Must not be empty. */
  readonly name: string;
  /** Text or finite number; 0 or 1 for a boolean score. */
  readonly value: number | string;
  readonly traceId?: string;
  readonly observationId?: string;
  readonly sessionId?: string;
  readonly datasetRunId?: string;
  readonly dataType?: SvcScoreDataType;
  readonly configId?: string;
  readonly queueId?: string;
  readonly comment?: string;
  readonly metadata?: unknown;
  /** Environment of the score. Default: the client's environment. */
  readonly environment?: string;
}

/** Result of `score()`. */
export interface SvcBrowserScoreResult {
  /** Id under which the service keeps the score. */
  readonly id: string;
}

/** Returns the problem of a score as text; undefined when the score can be sent. */
export function scoreProblem({ name, value }: SvcBrowserScoreBody): string | undefined {
  if (typeof name !== "string" || name === "") return "A score needs a name";
  if (typeof value === "string" || Number.isFinite(value)) return undefined;
  return `The score "${name}" needs a text or a finite number as its value`;
}
