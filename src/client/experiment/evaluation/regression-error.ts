import type { ExperimentResult, Untyped } from "../experiment-types.ts";

/** Options of a `RegressionError` with a given message, or with the default message, which names the run. */
export type RegressionErrorMessageOptions<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped> = {
  result: ExperimentResult<Input, ExpectedOutput, Metadata>;
} & (
  | { message: string; metric?: string; value?: number; threshold?: number }
  | { message?: string | undefined; metric?: undefined; value?: undefined; threshold?: undefined }
);

/** Options of a `RegressionError` about a metric. The message gives the metric's value and threshold. */
export interface RegressionErrorMetricOptions<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped> {
  result: ExperimentResult<Input, ExpectedOutput, Metadata>;
  message?: undefined;
  metric: string;
  value: number;
  threshold?: number;
}

/** Options of {@link RegressionError}. */
export type RegressionErrorOptions<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped> =
  | RegressionErrorMessageOptions<Input, ExpectedOutput, Metadata>
  | RegressionErrorMetricOptions<Input, ExpectedOutput, Metadata>;

/**
 * Error for an experiment with worse results than required; carries the result. Throw it to fail a run. Printing the error
 * shows its message, and not the result with every item.
 */
export class RegressionError extends Error {
  override readonly name = "RegressionError";
  /** Result of the experiment; not enumerable. */
  declare readonly result: ExperimentResult;
  readonly metric: string | undefined;
  readonly value: number | undefined;
  readonly threshold: number | undefined;

  constructor(params: RegressionErrorOptions) {
    super(params.message ?? messageFor(params));
    Object.defineProperty(this, "result", { value: params.result });
    this.metric = params.metric;
    this.value = params.value;
    this.threshold = params.threshold;
  }

  /** Returns the fields that reports of test runners have: vitest reads every property of an error, deprecated ones too. */
  toJSON(): Record<string, unknown> {
    const { name, message, stack, metric, value, threshold } = this;
    return { name, message, stack, metric, value, threshold };
  }
}

function messageFor({ result, metric, value, threshold }: RegressionErrorOptions): string {
  if (metric === undefined || value === undefined)
    return `The experiment ${JSON.stringify(result.runName)} is a regression.`;
  const limit = threshold === undefined ? "" : ` (threshold: ${threshold})`;
  return `Regression of ${metric}: ${value}${limit}`;
}
