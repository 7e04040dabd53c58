import type { Evaluation, ExperimentResult } from "../experiment-types.ts";

/** Judgements of one name over the items of an experiment, as the report, the thresholds and the page count them. */
export interface ScoreSummary {
  /** Average over the judged items; undefined when no item is judged. Several judgements of one item count as their average. */
  readonly average: number | undefined;
  /** Number of judged items: each judgement of this name is a finite number, and there is at least one. */
  readonly judged: number;
  /** Number of items, those without a result included. */
  readonly items: number;
  /** Values of judgements that are no finite number. */
  readonly unusable: readonly unknown[];
}

/** Counts the judgements of a name over the items of an experiment. */
export function summarizeScore(
  { itemResults, failures }: Pick<ExperimentResult, "itemResults" | "failures">,
  score: string,
): ScoreSummary {
  const byItem = itemResults.map(({ evaluations }) =>
    evaluations.filter(({ name }) => name === score).map(({ value }): unknown => value),
  );
  const judged = byItem.filter((values): values is number[] => values.length > 0 && values.every(Number.isFinite));
  return {
    average: averageOf(judged.flatMap((values) => averageOf(values) ?? [])),
    judged: judged.length,
    items: itemResults.length + failures.length,
    unusable: byItem.flat().filter((value) => !Number.isFinite(value)),
  };
}

/** Says how many items were judged. */
export function judgedText({ judged, items }: Pick<ScoreSummary, "judged" | "items">): string {
  return `${judged} of ${items} ${items === 1 ? "item" : "items"} judged`;
}

/** Returns why a judgement cannot be a score; undefined for a finite number or a text. */
export function problemOfValue({ name, value }: Evaluation): string | undefined {
  if (typeof value === "string" || Number.isFinite(value)) return undefined;
  const hint = typeof value === "boolean" ? ": give 1 for true and 0 for false" : "";
  return `the value of ${JSON.stringify(name)} must be a finite number or a text, and is ${shownValue(value)}${hint}`;
}

/** Names a value of a judgement in a message. */
export function shownValue(value: unknown): string {
  return typeof value === "object" && value !== null ? "an object" : String(value);
}

function averageOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
