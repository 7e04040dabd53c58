import { setTimeout as delay } from "node:timers/promises";
import { runChild } from "../child.ts";
import { PARTICIPANTS, type Participant } from "../contender/participant.ts";
import type { Effort } from "../effort.ts";
import type { LoadOrder, LoadResult } from "./load.ts";
import { startSink, type Sink } from "./sink.ts";
import { type Cell, figure, type Table } from "../table.ts";

/** Seconds of the outage, and of the time before and after it. */
const WORK = {
  full: { outage: 60, up: 7.5 },
  smoke: { outage: 1, up: 0.5 },
} as const satisfies Record<Effort, object>;

type Work = (typeof WORK)[Effort];

interface Case {
  readonly participant: Participant;
  readonly perSecond: number;
}

const CASES: readonly Case[] = [
  ...PARTICIPANTS.map((participant) => ({ participant, perSecond: 50 })),
  ...PARTICIPANTS.filter(({ contender }) => contender === "svc").map((participant) => ({
    participant,
    perSecond: 1_000,
  })),
];

/** Measures a service that refuses connections for a minute while observations continue; all contenders at once. Takes 80 s. */
export async function benchOutage(effort: Effort): Promise<Table[]> {
  const work = WORK[effort];
  const sink = await startSink();
  const [results] = await Promise.all([
    Promise.all(CASES.map((each, index) => record(each, sink.url(String(index)), work))),
    interrupt(sink, work),
  ]);
  const rows: Cell[][] = [];
  for (const [index, { participant, perSecond }] of CASES.entries()) {
    const { made, memoryGrowth } = results[index]!;
    const { spans } = await sink.count(String(index));
    rows.push([
      participant.name,
      figure(perSecond, 0),
      figure(made, 0),
      figure(made - spans, 0),
      figure(memoryGrowth / 1e6, 0),
    ]);
  }
  await sink.close();
  return [
    {
      title: "Outage: connections refused",
      head: ["contender", "per second", "made", "lost", "memory +MB"],
      rows,
      notes: [
        `For ${work.outage} s. ${work.up} s before and after the outage the service answers; then \`shutdown()\`.`,
      ],
    },
  ];
}

function record({ participant, perSecond }: Case, url: string, { outage, up }: Work): Promise<LoadResult> {
  const { line, contender } = participant;
  const order: LoadOrder = { line, contender, url, warmUp: 0, load: { perSecond, seconds: up + outage + up } };
  return runChild<LoadResult>("delivery/load.ts", order);
}

async function interrupt(sink: Sink, { outage, up }: Work): Promise<void> {
  await delay(up * 1000);
  await sink.refuse();
  await delay(outage * 1000);
  await sink.accept();
}
