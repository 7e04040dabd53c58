import { runChild } from "../child.ts";
import { CLIENTS } from "./client-contender.ts";
import { startRecordsSink, type RecordsSink } from "./records-sink.ts";
import type { Effort } from "../effort.ts";
import { interleave } from "../rounds.ts";
import type { ScoreOrder, ScoreResult } from "./score-load.ts";
import { median } from "../statistics.ts";
import { figure, formatNumber, type Table } from "../table.ts";

/** Rounds, and scores in one burst and with faults. */
const WORK = {
  full: { rounds: 3, burst: 100_000, faulty: 10_000 },
  smoke: { rounds: 1, burst: 1_000, faulty: 100 },
} as const satisfies Record<Effort, object>;

interface Variant {
  readonly title: string;
  readonly size: "burst" | "faulty";
}

const VARIANTS: readonly Variant[] = [
  { title: "Scores in one burst, then shutdown()", size: "burst" },
  { title: "Scores, every fifth request is answered 500 or 429", size: "faulty" },
];

/** Measures scores in one burst, against a healthy service and a faulty one. Takes about a minute. */
export async function benchScores(effort: Effort): Promise<Table[]> {
  const sink = await startRecordsSink();
  const tables: Table[] = [];
  for (const variant of VARIANTS) tables.push(await burst(sink, variant, effort));
  await sink.close();
  return tables;
}

async function burst(sink: RecordsSink, { title, size }: Variant, effort: Effort): Promise<Table> {
  const { rounds: count, [size]: scores } = WORK[effort];
  const measured = await interleave(CLIENTS, count, async ({ client }) => {
    sink.isFaulty = size === "faulty";
    const order: ScoreOrder = { client, url: sink.url, scores };
    const result = await runChild<ScoreResult>("client/score-load.ts", order);
    return { ...result, ...sink.count() };
  });
  const rows = CLIENTS.map(({ name }) => {
    const rounds = measured.get(name)!;
    return [
      name,
      figure(median(rounds.map((round) => round.scores)), 0),
      figure(scores - median(rounds.map((round) => round.scores)), 0),
      figure(median(rounds.map(({ requests }) => requests)), 0),
      figure(median(rounds.map(({ cpuPerScore }) => cpuPerScore))),
      figure(median(rounds.map(({ elapsed }) => elapsed)), 0),
    ];
  });
  return {
    title,
    head: ["contender", "arrived", "lost", "requests", "CPU µs/score made", "ms to the end of shutdown()"],
    rows,
    notes: [
      `${formatNumber(scores, 0)} scores. Medians of ${count} interleaved rounds. Who loses scores has not paid for sending them.`,
    ],
  };
}
