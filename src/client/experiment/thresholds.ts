import { averageOf } from "./averages.ts";
import type { ExperimentResult } from "./experiment-types.ts";
import { RegressionError } from "./regression-error.ts";

/** The least value of each score, by its name. */
export type Thresholds = Readonly<Record<string, number>>;

/** A score that is not what it should be. */
interface Shortfall {
  readonly metric: string;
  /** Undefined when it was never given. */
  readonly value: number | undefined;
  readonly threshold: number;
}

/**
 * Throws a RegressionError with the table of an experiment when a score is below its threshold or was never given, or an
 * item has no result. A score's value is that of the run evaluation of its name, else its average over the items.
 */
export async function requireThresholds(result: ExperimentResult, thresholds: Thresholds): Promise<void> {
  const { failures, itemResults } = result;
  const shortfalls = Object.entries(thresholds)
    .map(([metric, threshold]): Shortfall => ({ metric, value: valueOf(result, metric), threshold }))
    .filter(({ value, threshold }) => value === undefined || value < threshold);
  if (shortfalls.length === 0 && failures.length === 0) return;
  const texts = shortfalls.map(textOf);
  if (failures.length > 0)
    texts.push(`${failures.length} of ${failures.length + itemResults.length} items have no result`);
  throw new RegressionError({
    result,
    message: `${texts.join("; ")}\n\n${await result.format({ includeItemResults: true })}`,
    ...(shortfalls[0] as Partial<Shortfall> | undefined as { metric?: string; value?: number; threshold?: number }),
  });
}

function textOf({ metric, value, threshold }: Shortfall): string {
  return value === undefined ? `${metric} was never given` : `${metric} is ${value}, below ${threshold}`;
}

function valueOf({ runEvaluations, itemResults }: ExperimentResult, metric: string): number | undefined {
  const ofRun = runEvaluations.find(({ name }) => name === metric)?.value;
  return typeof ofRun === "number" ? ofRun : averageOf(itemResults, metric);
}
