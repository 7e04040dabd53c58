import { judgedText, shownValue, summarizeScore } from "./score-summary.ts";
import type { ExperimentResult } from "../experiment-types.ts";
import { RegressionError } from "./regression-error.ts";

/** Minimum value of each score, by score name. */
export type Thresholds = Readonly<Record<string, number>>;

/** Score that does not meet its threshold. */
interface Shortfall {
  readonly metric: string;
  /** Value of the score; undefined when there is none. */
  readonly value: number | undefined;
  readonly threshold: number;
  readonly reason: string;
}

/**
 * Throws a RegressionError with the experiment's table when a score is below its threshold, when an item has no result, or
 * when a judgement is missing or no finite number. The value of a score is that of the run evaluation of the same name (of
 * several, the lowest), else the average over the items. Throws a TypeError when a threshold is no finite number.
 */
export async function requireThresholds(result: ExperimentResult, thresholds: Thresholds): Promise<void> {
  checkThresholds(thresholds);
  const { failures, itemResults } = result;
  const shortfalls = Object.entries(thresholds).flatMap(
    ([metric, threshold]) => shortfallOfRun(result, metric, threshold) ?? [],
  );
  if (shortfalls.length === 0 && failures.length === 0) return;
  const texts = shortfalls.map(({ reason }) => reason);
  if (failures.length > 0)
    texts.push(`${failures.length} of ${failures.length + itemResults.length} items have no result`);
  const [{ metric, value, threshold } = {} as Partial<Shortfall>] = shortfalls;
  throw new RegressionError({
    result,
    message: `${texts.join("; ")}\n\n${await result.format({ includeItemResults: true })}`,
    ...({ metric, value, threshold } as { metric?: string; value?: number; threshold?: number }),
  });
}

/** Throws a TypeError when a threshold is no finite number, which would let any result pass, or none. */
export function checkThresholds(thresholds: Thresholds): void {
  if (typeof thresholds !== "object" || thresholds === null)
    throw new TypeError("Thresholds are missing: pass an object such as { exact: 0.9 }.");
  for (const [metric, threshold] of Object.entries<unknown>(thresholds)) {
    if (Number.isFinite(threshold)) continue;
    throw new TypeError(
      `The threshold of ${JSON.stringify(metric)} is ${shownValue(threshold)} (${typeof threshold}), but must be a finite ` +
        "number. If it comes from an environment variable, set the variable and convert it with Number().",
    );
  }
}

/** Returns how a score falls short of its threshold; undefined when it meets the threshold. */
function shortfallOfRun(result: ExperimentResult, metric: string, threshold: number): Shortfall | undefined {
  const ofRun = result.runEvaluations.filter(({ name }) => name === metric).map(({ value }): unknown => value);
  if (ofRun.length === 0) return shortfallOfItems(result, metric, threshold);
  const wrong = ofRun.find((value) => !Number.isFinite(value));
  const value = wrong === undefined ? Math.min(...(ofRun as number[])) : undefined;
  if (value !== undefined && value >= threshold) return undefined;
  const reason =
    value === undefined
      ? `${metric} of the run is ${shownValue(wrong)}: a threshold needs a finite number`
      : `${metric} is ${value}, below ${threshold}`;
  return { metric, value, threshold, reason };
}

function shortfallOfItems(result: ExperimentResult, metric: string, threshold: number): Shortfall | undefined {
  const summary = summarizeScore(result, metric);
  const { average: value, judged, unusable } = summary;
  const isWhole = value !== undefined && judged === result.itemResults.length && unusable.length === 0;
  if (isWhole && value >= threshold) return undefined;
  const texts = [judgedText(summary)];
  if (unusable.length > 0) {
    const shown = [...new Set(unusable.map(shownValue))].slice(0, 3).join(", ");
    const values = unusable.length === 1 ? "1 value is" : `${unusable.length} values are`;
    texts.push(`${values} no finite number: ${shown.slice(0, 100)}`);
  }
  const found =
    value === undefined && unusable.length === 0
      ? "was never given"
      : value === undefined
        ? "has no value"
        : value < threshold
          ? `is ${value}, below ${threshold}`
          : `is ${value}, but not of all items`;
  return { metric, value, threshold, reason: `${metric} ${found} (${texts.join("; ")})` };
}
