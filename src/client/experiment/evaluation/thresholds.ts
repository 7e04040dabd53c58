import { averageOf } from "./averages.ts";
import type { ExperimentResult } from "../experiment-types.ts";
import { RegressionError } from "./regression-error.ts";

/** Minimum value of each score, by score name. */
export type Thresholds = Readonly<Record<string, number>>;

/** Score below its threshold, or without a value. */
interface Shortfall {
  readonly metric: string;
  /** Value of the score; undefined when the score was never given. */
  readonly value: number | undefined;
  readonly threshold: number;
}

/**
 * Throws a RegressionError with the experiment's table when a score is below its threshold or was never given, or when an
 * item has no result. The value of a score is the run evaluation of the same name, else the average over the items.
 */
export async function requireThresholds(result: ExperimentResult, thresholds: Thresholds): Promise<void> {
  const { failures, itemResults } = result;
  const shortfalls = Object.entries(thresholds)
    .map(([metric, threshold]): Shortfall => ({ metric, value: metricValue(result, metric), threshold }))
    .filter(({ value, threshold }) => value === undefined || value < threshold);
  if (shortfalls.length === 0 && failures.length === 0) return;
  const texts = shortfalls.map(describeShortfall);
  if (failures.length > 0)
    texts.push(`${failures.length} of ${failures.length + itemResults.length} items have no result`);
  throw new RegressionError({
    result,
    message: `${texts.join("; ")}\n\n${await result.format({ includeItemResults: true })}`,
    ...(shortfalls[0] as Partial<Shortfall> | undefined as { metric?: string; value?: number; threshold?: number }),
  });
}

function describeShortfall({ metric, value, threshold }: Shortfall): string {
  return value === undefined ? `${metric} was never given` : `${metric} is ${value}, below ${threshold}`;
}

function metricValue({ runEvaluations, itemResults }: ExperimentResult, metric: string): number | undefined {
  const ofRun = runEvaluations.find(({ name }) => name === metric)?.value;
  return typeof ofRun === "number" ? ofRun : averageOf(itemResults, metric);
}
