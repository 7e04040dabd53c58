import { type Cell, type ComparedItem, mean } from "./comparison.ts";

/** Bars of a distribution of numbers with many values. */
const BARS = 10;

/** Different values up to which each has a bar of its own. */
const MOST_VALUES = 6;

export interface Bar {
  readonly label: string;
  readonly count: number;
}

/** Scores of one name in one experiment. */
export interface ScoreAggregate {
  /** Mean over the items; undefined for texts. */
  readonly mean: number | undefined;
  /** Number of items that have the score. */
  readonly judged: number;
  readonly bars: readonly Bar[];
  /** Items below and above the baseline; none for the baseline itself. */
  readonly fell: number;
  readonly rose: number;
}

/** One experiment in total. */
export interface Aggregate {
  readonly items: number;
  readonly failed: number;
  /** Milliseconds; undefined without items. */
  readonly medianLatency: number | undefined;
  readonly highLatency: number | undefined;
  /** USD, of all runs, without their judging. */
  readonly cost: number;
  /** USD, of the evaluators of the items and of the run. */
  readonly judgingCost: number;
  readonly tokens: number;
  readonly scores: ReadonlyMap<string, ScoreAggregate>;
}

/** Returns the names of all scores, those with numbers first, each in the order of the alphabet. */
export function scoreNames(items: readonly ComparedItem[]): { numbers: readonly string[]; texts: readonly string[] } {
  const [numbers, texts] = [new Set<string>(), new Set<string>()];
  for (const cell of items.flatMap(({ cells }) => cells)) {
    for (const name of cell?.values.keys() ?? []) numbers.add(name);
    for (const name of cell?.texts.keys() ?? []) texts.add(name);
  }
  return { numbers: [...numbers].toSorted(), texts: [...texts].filter((name) => !numbers.has(name)).toSorted() };
}

/**
 * Returns the totals of the experiment with this place among the cells; 0 is the baseline. `judgingCost` is that of the whole
 * experiment, in USD: the items know nothing of the run evaluators.
 */
export function aggregate(items: readonly ComparedItem[], place: number, judgingCost = 0): Aggregate {
  const cells = items.flatMap(({ cells }) => cells[place] ?? []);
  const runs = cells.flatMap((cell) => cell.runs);
  const latencies = runs.map(({ latency }) => latency).toSorted((one, other) => one - other);
  const { numbers, texts } = scoreNames(items);
  return {
    items: cells.length,
    failed: cells.filter(({ latest }) => latest.hasFailed).length,
    medianLatency: percentile(latencies, 0.5),
    highLatency: percentile(latencies, 0.95),
    cost: runs.reduce((sum, { cost }) => sum + cost, 0),
    judgingCost,
    tokens: runs.reduce((sum, { tokens }) => sum + tokens, 0),
    scores: new Map([
      ...numbers.map((name) => [name, numberAggregate(items, cells, place, name)] as const),
      ...texts.map((name) => [name, textAggregate(cells, name)] as const),
    ]),
  };
}

function numberAggregate(
  items: readonly ComparedItem[],
  cells: readonly Cell[],
  place: number,
  name: string,
): ScoreAggregate {
  const values = cells.flatMap((cell) => cell.values.get(name) ?? []);
  const changes = items.flatMap(({ cells: ofItem }) => {
    const [before, after] = [ofItem[0]?.values.get(name), ofItem[place]?.values.get(name)];
    return before === undefined || after === undefined ? [] : [after - before];
  });
  return {
    mean: mean(values),
    judged: values.length,
    bars: numberBars(values),
    fell: changes.filter((change) => change < 0).length,
    rose: changes.filter((change) => change > 0).length,
  };
}

function textAggregate(cells: readonly Cell[], name: string): ScoreAggregate {
  const texts = cells.flatMap((cell) => cell.texts.get(name) ?? []);
  const byText = Map.groupBy(texts, (text) => text);
  const bars = [...byText].map(([label, { length }]) => ({ label, count: length }));
  const sorted = bars.toSorted((one, other) => other.count - one.count);
  return { mean: undefined, judged: texts.length, bars: sorted, fell: 0, rose: 0 };
}

function numberBars(values: readonly number[]): readonly Bar[] {
  const byValue = Map.groupBy(values, (value) => value);
  if (byValue.size <= MOST_VALUES) {
    const sorted = [...byValue].toSorted(([one], [other]) => one - other);
    return sorted.map(([value, { length }]) => ({ label: scoreText(value), count: length }));
  }
  const least = values.reduce((one, other) => Math.min(one, other));
  const width = (values.reduce((one, other) => Math.max(one, other)) - least) / BARS;
  const byBar = Map.groupBy(values, (value) => Math.min(BARS - 1, Math.floor((value - least) / width)));
  return Array.from({ length: BARS }, (_, bar) => ({
    label: `${scoreText(least + bar * width)} to ${scoreText(least + (bar + 1) * width)}`,
    count: byBar.get(bar)?.length ?? 0,
  }));
}

/** Returns the value below which this fraction of sorted values lies, interpolated between two values. */
function percentile(sorted: readonly number[], fraction: number): number | undefined {
  const place = (sorted.length - 1) * fraction;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low === undefined || high === undefined ? undefined : low + (high - low) * (place - Math.floor(place));
}

/** Formats a score: three digits behind the point, or two that count for a smaller one. */
export function scoreText(value: number): string {
  return String(Number(Math.abs(value) < 0.001 ? value.toPrecision(2) : value.toFixed(3)));
}
