import { runChild } from "../child.ts";
import { baseOf, PARTICIPANTS, type Participant } from "../contender/participant.ts";
import type { LoadOrder, LoadResult } from "./load.ts";
import type { Effort } from "../effort.ts";
import { interleave } from "../rounds.ts";
import { startSink, type Arrived } from "./sink.ts";
import { median, medianRatio } from "../statistics.ts";
import { figure, type Figure, formatNumber, type Table } from "../table.ts";

const WORK = {
  full: { seconds: 10, rounds: 3, warmUp: 4_000 },
  smoke: { seconds: 0.2, rounds: 1, warmUp: 100 },
} as const satisfies Record<Effort, object>;

const PER_SECOND = 5_000;

type Round = LoadResult & { readonly arrived: Arrived };

/** Measures 5,000 observations per second for 10 s, sent with gzip to another process. Takes about three minutes. */
export async function benchExport(effort: Effort): Promise<Table[]> {
  const { seconds, rounds: count, warmUp } = WORK[effort];
  const load = (order: Pick<LoadOrder, "line" | "contender" | "url">): Promise<LoadResult> => {
    const { line, contender, url } = order;
    const whole: LoadOrder = { line, contender, url, warmUp, load: { perSecond: PER_SECOND, seconds } };
    return runChild<LoadResult>("delivery/load.ts", whole);
  };
  const sink = await startSink();
  const generator = await load({ line: "otel-3", contender: "generator", url: "" });
  const measured = await interleave(PARTICIPANTS, count, async (participant: Participant): Promise<Round> => {
    const result = await load({ ...participant, url: sink.url("export") });
    return { ...result, arrived: await sink.count("export") };
  });
  await sink.close();

  const rows = PARTICIPANTS.map((participant) => {
    const rounds = measured.get(participant.name)!;
    const bases = measured.get(baseOf(participant))!;
    const of = (value: (round: Round) => number): number => median(rounds.map(value));
    const ratio = (value: (round: Round) => number): Figure =>
      figure(medianRatio(rounds.map(value), bases.map(value)), 2);
    return [
      participant.name,
      figure(of(({ cpuPerSpan }) => cpuPerSpan)),
      ratio(({ cpuPerSpan }) => cpuPerSpan),
      figure(of(({ delayP99 }) => delayP99)),
      ratio(({ delayP99 }) => delayP99),
      figure(of(({ delayMax }) => delayMax)),
      figure(
        of(({ memoryGrowth }) => memoryGrowth / 1e6),
        0,
      ),
      figure(
        of(({ arrived }) => arrived.bytes / Math.max(1, arrived.spans)),
        0,
      ),
      figure(
        of(({ made, arrived }) => made - arrived.spans),
        0,
      ),
    ];
  });
  return [
    {
      title: `Export: ${formatNumber(PER_SECOND, 0)} per second, gzip`,
      head: [
        "contender",
        "CPU µs/span",
        "CPU × OTel",
        "loop delay p99 ms",
        "delay × OTel",
        "max ms",
        "memory +MB",
        "bytes/span",
        "lost",
      ],
      rows,
      notes: [
        `${seconds} s. Medians of ${count} interleaved rounds, each contender in a process of its own. CPU is that of the whole process; the generator's share is ${formatNumber(generator.cpuPerSpan)} µs.`,
      ],
    },
  ];
}
