import { setTimeout as delay } from "node:timers/promises";
import { runChild } from "../child.ts";
import { SENDERS, type Participant } from "../contender/participant.ts";
import type { LoadOrder, LoadResult } from "./load.ts";
import { startSink, type Sink } from "./sink.ts";
import { figure, type Table } from "../table.ts";

const UP_SECONDS = 7.5;
const OUTAGE_SECONDS = 60;
const SECONDS = UP_SECONDS + OUTAGE_SECONDS + UP_SECONDS;

interface Case {
  readonly participant: Participant;
  readonly perSecond: number;
}

const CASES: readonly Case[] = [
  ...SENDERS.map((participant) => ({ participant, perSecond: 50 })),
  ...SENDERS.filter(({ contender }) => contender === "svc").map((participant) => ({ participant, perSecond: 1_000 })),
];

/** Measures a service that refuses connections for a minute while observations continue; all contenders at once. Takes 80 s. */
export async function benchOutage(): Promise<Table[]> {
  const sink = await startSink();
  const [results] = await Promise.all([
    Promise.all(CASES.map((each, index) => record(each, sink.url(String(index))))),
    interrupt(sink),
  ]);
  const rows: string[][] = [];
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
      title: `Outage: connections refused for ${OUTAGE_SECONDS} s`,
      head: ["contender", "per second", "made", "lost", "memory +MB"],
      rows,
      notes: [`${UP_SECONDS} s before and after the outage the service answers; then \`shutdown()\`.`],
    },
  ];
}

function record({ participant, perSecond }: Case, url: string): Promise<LoadResult> {
  const { line, contender } = participant;
  const order: LoadOrder = { line, contender, url, warmUp: 0, load: { perSecond, seconds: SECONDS } };
  return runChild<LoadResult>("delivery/load.ts", order);
}

async function interrupt(sink: Sink): Promise<void> {
  await delay(UP_SECONDS * 1000);
  await sink.refuse();
  await delay(OUTAGE_SECONDS * 1000);
  await sink.accept();
}
