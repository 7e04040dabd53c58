/** What kind of value a score has; under the names that `ScoreDataType` of `@svc/core` has. */
export const SvcScoreDataType = {
  Numeric: "NUMERIC",
  Boolean: "BOOLEAN",
  Categorical: "CATEGORICAL",
  Text: "TEXT",
  Correction: "CORRECTION",
} as const;

/** What kind of value a score has. Left out, the service tells it from the value. */
export type SvcScoreDataType = (typeof SvcScoreDataType)[keyof typeof SvcScoreDataType];

/** A score as a page gives it. Contract: "Score". */
export interface SvcBrowserScoreBody {
  /** Sent as it is, an empty one too; a score with the same id is replaced. Default: a new UUID. */
  readonly id?: string;
  /** Must not be empty. */
  readonly name: string;
  /** A text or a finite number; 0 or 1 for a boolean score. */
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
  /** Default: the client's environment. */
  readonly environment?: string;
}

/** What `score()` resolves with. */
export interface SvcBrowserScoreResult {
  /** Id under which the service keeps the score. */
  readonly id: string;
}

/** What is wrong with a score, in words; undefined when it can be sent. */
export function scoreProblem({ name, value }: SvcBrowserScoreBody): string | undefined {
  if (typeof name !== "string" || name === "") return "A score needs a name";
  if (typeof value === "string" || Number.isFinite(value)) return undefined;
  return `The score "${name}" needs a text or a finite number as its value`;
}
