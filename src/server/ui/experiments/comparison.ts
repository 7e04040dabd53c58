import type { ScoreV3 } from "@svc/core/api";
import type { ItemRun } from "../data/experiment-items.ts";

/** Item in one experiment: its runs, of which an experiment has several when it ran again under the same name. */
export interface Cell {
  /** Runs, the latest last. */
  readonly runs: readonly ItemRun[];
  readonly latest: ItemRun;
  /** Mean of the runs, in milliseconds. */
  readonly latency: number;
  /** Mean of the runs, in USD. */
  readonly cost: number;
  /** Means of the scores with a number, by name. True counts as 1 and false as 0. */
  readonly values: ReadonlyMap<string, number>;
  /** Scores with a text, by name: that of the latest run. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Item beside its cells, one for each experiment, the baseline first; undefined where an experiment lacks the item. */
export interface ComparedItem {
  readonly itemId: string;
  /** Place among all items, from 0, in the order in which the baseline ran them. */
  readonly place: number;
  readonly input: string;
  readonly expectedOutput: string;
  readonly cells: ReadonlyArray<Cell | undefined>;
}

/** Returns the items of all experiments. The runs of the baseline come first. */
export function compare(experiments: ReadonlyArray<readonly ItemRun[]>): readonly ComparedItem[] {
  const cells = experiments.map((runs) => {
    const byItem = Map.groupBy(runs, ({ itemId }) => itemId);
    return new Map([...byItem].map(([itemId, ofItem]) => [itemId, cellOf(ofItem)]));
  });
  const itemIds = new Set(cells.flatMap((ofExperiment) => [...ofExperiment.keys()]));
  return [...itemIds].flatMap((itemId, place) => {
    const ofItem = cells.map((ofExperiment) => ofExperiment.get(itemId));
    const first = ofItem.find((cell) => cell !== undefined)?.latest;
    if (first === undefined) return [];
    return { itemId, place, input: first.input, expectedOutput: first.expectedOutput, cells: ofItem };
  });
}

function cellOf(runs: readonly ItemRun[]): Cell {
  const latest = runs.at(-1);
  if (latest === undefined) throw new Error("An item without a run cannot be compared");
  const scores = runs
    .flatMap((run) => run.scores)
    .toSorted((one, other) => one.name.localeCompare(other.name) || one.timestamp.localeCompare(other.timestamp));
  const numbers = scores.flatMap((score) => {
    const value = numberOf(score);
    return value === undefined ? [] : [{ name: score.name, value }];
  });
  return {
    runs,
    latest,
    latency: mean(runs.map(({ latency }) => latency)) ?? 0,
    cost: mean(runs.map(({ cost }) => cost)) ?? 0,
    values: new Map(
      [...Map.groupBy(numbers, ({ name }) => name)].map(([name, given]) => [
        name,
        mean(given.map(({ value }) => value)) ?? 0,
      ]),
    ),
    texts: new Map(scores.flatMap(({ name, value }) => (typeof value === "string" ? [[name, value] as const] : []))),
  };
}

/** Returns the number that a score stands for; undefined for a text. */
function numberOf({ value }: ScoreV3): number | undefined {
  return typeof value === "string" ? undefined : Number(value);
}

/** Returns the mean; undefined for no values. */
export function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Returns the largest fall of a score against the baseline, as a number below 0, or the smallest rise; undefined where no other
 * experiment can be compared.
 */
export function fallOf({ cells: [baseline, ...others] }: ComparedItem, score: string): number | undefined {
  const before = baseline?.values.get(score);
  if (before === undefined) return undefined;
  const changes = others.flatMap((cell) => {
    const after = cell?.values.get(score);
    return after === undefined ? [] : [after - before];
  });
  return changes.length === 0 ? undefined : Math.min(...changes);
}
