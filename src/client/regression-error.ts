import type { ExperimentResult } from "./experiment-types.ts";

/** Why an experiment counts as a step back: a message of one's own, or a metric that is not what it should be. */
export type RegressionErrorParams = { result: ExperimentResult<never, never, never, never> | ExperimentResult } & (
  | { message: string; metric?: string; value?: number; threshold?: number }
  | { message?: undefined; metric: string; value: number; threshold?: number }
  | { message?: undefined; metric?: undefined; value?: undefined; threshold?: undefined }
);

/** Says that an experiment went worse than it should; carries its result. Throw it to fail a run. */
export class RegressionError extends Error {
  override readonly name = "RegressionError";
  readonly result: RegressionErrorParams["result"];
  readonly metric: string | undefined;
  readonly value: number | undefined;
  readonly threshold: number | undefined;

  constructor(params: RegressionErrorParams) {
    super(params.message ?? messageFor(params));
    this.result = params.result;
    this.metric = params.metric;
    this.value = params.value;
    this.threshold = params.threshold;
  }
}

function messageFor({ result, metric, value, threshold }: RegressionErrorParams): string {
  if (metric === undefined || value === undefined)
    return `The experiment ${JSON.stringify(result.runName)} is a regression.`;
  const limit = threshold === undefined ? "" : ` (threshold: ${threshold})`;
  return `Regression of ${metric}: ${value}${limit}`;
}
