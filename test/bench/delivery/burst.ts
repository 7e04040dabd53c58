import { runChild } from "../child.ts";
import type { LoadOrder, LoadResult } from "./load.ts";
import { baseOf, SENDERS } from "../contender/participant.ts";
import { interleave } from "../rounds.ts";
import { startSink, type Sink } from "./sink.ts";
import { median, medianRatio } from "../statistics.ts";
import { figure, type Table } from "../table.ts";

const BURST = 50_000;
const ROUNDS = 3;
const WARM_UP = 2_000;

const VARIANTS: ReadonlyArray<{ readonly title: string; readonly perTurn: number }> = [
  { title: `Burst: ${figure(BURST, 0)} in one go, gzip`, perTurn: BURST },
  { title: `Burst: ${figure(BURST, 0)}, the event loop turns after every 100, gzip`, perTurn: 100 },
];

/** Measures 50,000 observations at once, sent with gzip to another process. Takes about 90 s. */
export async function benchBurst(): Promise<Table[]> {
  const sink = await startSink();
  const tables: Table[] = [];
  for (const { title, perTurn } of VARIANTS) tables.push(await burst(sink, title, perTurn));
  await sink.close();
  return tables;
}

async function burst(sink: Sink, title: string, perTurn: number): Promise<Table> {
  const measured = await interleave(SENDERS, ROUNDS, async ({ line, contender }) => {
    const load = { burst: BURST, perTurn };
    const order: LoadOrder = { line, contender, url: sink.url("burst"), warmUp: WARM_UP, load };
    const result = await runChild<LoadResult>("delivery/load.ts", order);
    return { ...result, lost: result.made - (await sink.count("burst")).spans };
  });
  const rows = SENDERS.map((participant) => {
    const rounds = measured.get(participant.name)!;
    const cpu = rounds.map(({ cpuPerSpan }) => cpuPerSpan);
    const bases = measured.get(baseOf(participant))!.map(({ cpuPerSpan }) => cpuPerSpan);
    const lost = median(rounds.map((round) => round.lost));
    return [
      participant.name,
      figure(lost, 0),
      figure(median(cpu)),
      figure(medianRatio(cpu, bases), 2),
      figure((median(cpu) * BURST) / (BURST - lost)),
      figure(median(rounds.map(({ memoryGrowth }) => memoryGrowth / 1e6)), 0),
      figure(median(rounds.map(({ shutdown }) => shutdown)), 0),
    ];
  });
  return {
    title,
    head: ["contender", "lost", "CPU µs/span made", "× OTel", "CPU µs/span delivered", "memory +MB", "shutdown ms"],
    rows,
    notes: [`Medians of ${ROUNDS} interleaved rounds. Who loses spans has not paid for encoding and sending them.`],
  };
}
