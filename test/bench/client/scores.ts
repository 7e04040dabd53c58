import { runChild } from "../child.ts";
import { CLIENTS } from "./client-contender.ts";
import { startRecordsSink, type RecordsSink } from "./records-sink.ts";
import { interleave } from "../rounds.ts";
import type { ScoreOrder, ScoreResult } from "./score-load.ts";
import { median } from "../statistics.ts";
import { figure, type Table } from "../table.ts";

const ROUNDS = 3;

const VARIANTS: ReadonlyArray<{ readonly title: string; readonly scores: number; readonly isFaulty: boolean }> = [
  { title: "Scores: 100,000 in one burst, then shutdown()", scores: 100_000, isFaulty: false },
  { title: "Scores: 10,000, every fifth request is answered 500 or 429", scores: 10_000, isFaulty: true },
];

/** Measures scores in one burst, against a healthy service and a faulty one. Takes about a minute. */
export async function benchScores(): Promise<Table[]> {
  const sink = await startRecordsSink();
  const tables: Table[] = [];
  for (const variant of VARIANTS) tables.push(await burst(sink, variant));
  await sink.close();
  return tables;
}

async function burst(sink: RecordsSink, { title, scores, isFaulty }: (typeof VARIANTS)[number]): Promise<Table> {
  const measured = await interleave(CLIENTS, ROUNDS, async ({ client }) => {
    sink.isFaulty = isFaulty;
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
    notes: [`Medians of ${ROUNDS} interleaved rounds. Who loses scores has not paid for sending them.`],
  };
}
