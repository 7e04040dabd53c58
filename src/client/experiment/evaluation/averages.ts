import type { ExperimentResult } from "../experiment-types.ts";

/** Returns the average of a score over the items of an experiment; undefined when no item has a number for it. */
export function averageOf(itemResults: ExperimentResult["itemResults"], score: string): number | undefined {
  const values = itemResults
    .flatMap(({ evaluations }) => evaluations)
    .flatMap(({ name, value }) => (name === score && typeof value === "number" ? [value] : []));
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
