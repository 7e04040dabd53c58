import { runChild } from "../child.ts";
import type { LoadOrder, LoadResult } from "./load.ts";
import { baseOf, PARTICIPANTS } from "../contender/participant.ts";
import type { Effort } from "../effort.ts";
import { interleave } from "../rounds.ts";
import { startSink, type Sink } from "./sink.ts";
import { median, medianRatio } from "../statistics.ts";
import { figure, type Table, formatNumber } from "../table.ts";

const WORK = {
  full: { burst: 50_000, rounds: 3, warmUp: 2_000 },
  smoke: { burst: 500, rounds: 1, warmUp: 100 },
} as const satisfies Record<Effort, object>;

const VARIANTS: ReadonlyArray<{ readonly title: string; readonly perTurn: number }> = [
  { title: "Burst in one go, gzip", perTurn: Infinity },
  { title: "Burst, the event loop turns after every 100, gzip", perTurn: 100 },
];

/** Measures 50,000 observations at once, sent with gzip to another process. Takes about 90 s. */
export async function benchBurst(effort: Effort): Promise<Table[]> {
  const sink = await startSink();
  const tables: Table[] = [];
  for (const { title, perTurn } of VARIANTS) tables.push(await measure(sink, title, perTurn, effort));
  await sink.close();
  return tables;
}

async function measure(sink: Sink, title: string, perTurn: number, effort: Effort): Promise<Table> {
  const { burst, rounds: count, warmUp } = WORK[effort];
  const measured = await interleave(PARTICIPANTS, count, async ({ line, contender }) => {
    const order: LoadOrder = { line, contender, url: sink.url("burst"), warmUp, load: { burst, perTurn } };
    const result = await runChild<LoadResult>("delivery/load.ts", order);
    return { ...result, lost: result.made - (await sink.count("burst")).spans };
  });
  const rows = PARTICIPANTS.map((participant) => {
    const rounds = measured.get(participant.name)!;
    const cpu = rounds.map(({ cpuPerSpan }) => cpuPerSpan);
    const bases = measured.get(baseOf(participant))!.map(({ cpuPerSpan }) => cpuPerSpan);
    const lost = median(rounds.map((round) => round.lost));
    return [
      participant.name,
      figure(lost, 0),
      figure(median(cpu)),
      figure(medianRatio(cpu, bases), 2),
      figure((median(cpu) * burst) / (burst - lost)),
      figure(median(rounds.map(({ memoryGrowth }) => memoryGrowth / 1e6)), 0),
      figure(median(rounds.map(({ shutdown }) => shutdown)), 0),
    ];
  });
  return {
    title,
    head: ["contender", "lost", "CPU µs/span made", "CPU × OTel", "CPU µs/span delivered", "memory +MB", "shutdown ms"],
    rows,
    notes: [
      `${formatNumber(burst, 0)} at once. Medians of ${count} interleaved rounds. Who loses spans has not paid for encoding and sending them.`,
    ],
  };
}
