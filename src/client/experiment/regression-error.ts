import type { ExperimentResult, Untyped } from "./experiment-types.ts";

/** A regression told by a message of one's own, or by the experiment's name. */
export type RegressionErrorMessageOptions<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped> = {
  result: ExperimentResult<Input, ExpectedOutput, Metadata>;
} & (
  | { message: string; metric?: string; value?: number; threshold?: number }
  | { message?: string | undefined; metric?: undefined; value?: undefined; threshold?: undefined }
);

/** A regression told by a metric that is not what it should be. */
export interface RegressionErrorMetricOptions<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped> {
  result: ExperimentResult<Input, ExpectedOutput, Metadata>;
  message?: undefined;
  metric: string;
  value: number;
  threshold?: number;
}

/** Why an experiment counts as a regression. */
export type RegressionErrorOptions<Input = Untyped, ExpectedOutput = Untyped, Metadata = Untyped> =
  | RegressionErrorMessageOptions<Input, ExpectedOutput, Metadata>
  | RegressionErrorMetricOptions<Input, ExpectedOutput, Metadata>;

/** Says that an experiment went worse than it should; carries its result. Throw it to fail a run. */
export class RegressionError extends Error {
  override readonly name = "RegressionError";
  readonly result: ExperimentResult;
  readonly metric: string | undefined;
  readonly value: number | undefined;
  readonly threshold: number | undefined;

  constructor(params: RegressionErrorOptions) {
    super(params.message ?? messageFor(params));
    this.result = params.result;
    this.metric = params.metric;
    this.value = params.value;
    this.threshold = params.threshold;
  }
}

function messageFor({ result, metric, value, threshold }: RegressionErrorOptions): string {
  if (metric === undefined || value === undefined)
    return `The experiment ${JSON.stringify(result.runName)} is a regression.`;
  const limit = threshold === undefined ? "" : ` (threshold: ${threshold})`;
  return `Regression of ${metric}: ${value}${limit}`;
}
