import { interleave } from "../rounds.ts";
import { median, medianRatio, quartiles } from "../statistics.ts";
import { type Cell, figure, formatNumber, type Table } from "../table.ts";
import type { Build } from "./builds.ts";
import type { Figures, Turns } from "./turns.ts";

/** Comparison of one thing in two builds. */
export interface Comparison {
  readonly title: string;
  /** Pairs of processes. Optimisation and memory layout differ from process to process. */
  readonly pairs: number;
  readonly rounds: number;
  readonly warmUpRounds: number;
  readonly note: string;
  /** Starts a process with a build's packages. */
  start(build: Build): Promise<Turns>;
}

/** Measures the builds in turn, round by round, and returns their figures with the ratio of the second to the first. */
export async function compare(builds: readonly [Build, Build], comparison: Comparison): Promise<Table> {
  const { title, pairs, rounds, warmUpRounds, note } = comparison;
  const measured = new Map<string, Figures[]>(builds.map(({ name }) => [name, []]));
  for (let pair = 0; pair < pairs; pair++) {
    const contenders: Array<Turns & { readonly name: string }> = [];
    for (const build of builds) contenders.push({ name: build.name, ...(await comparison.start(build)) });
    await interleave(contenders, warmUpRounds, ({ measure }) => measure());
    const figures = await interleave(contenders, rounds, ({ measure }) => measure());
    for (const [name, each] of figures) measured.get(name)!.push(...each);
    for (const { end } of contenders) await end();
  }
  const [before, after] = builds.map(({ name }) => measured.get(name)!) as [Figures[], Figures[]];
  return {
    title,
    head: ["figure", "before", "after", "after ÷ before", "middle half of the rounds"],
    rows: Object.keys(before[0]!).map((name) => rowOf(name, before, after)),
    notes: [
      `${note} Medians of ${pairs * rounds} interleaved rounds${pairs > 1 ? `, over ${pairs} pairs of processes` : ""}.`,
    ],
  };
}

function rowOf(name: string, before: readonly Figures[], after: readonly Figures[]): Cell[] {
  const [olds, news] = [before, after].map((rounds) => rounds.map((figures) => figures[name]!)) as [number[], number[]];
  const [low, high] = quartiles(news.map((value, round) => value / olds[round]!));
  const digits = median(olds) < 10 ? 2 : 1;
  return [
    name,
    figure(median(olds), digits),
    figure(median(news), digits),
    figure(medianRatio(news, olds), 3),
    `${formatNumber(low, 3)} to ${formatNumber(high, 3)}`,
  ];
}
