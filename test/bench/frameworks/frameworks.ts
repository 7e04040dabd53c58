import { installLocked } from "../../support/application/installation.ts";
import { PRELOAD_FILE } from "../../support/paths.ts";
import type { Effort } from "../effort.ts";
import { startTurns, type Figures, type Turns } from "../compare/turns.ts";
import { startSink, type Sink } from "../delivery/sink.ts";
import { interleave } from "../rounds.ts";
import { median, medianDifference, medianRatio } from "../statistics.ts";
import { type Cell, figure, type Table } from "../table.ts";
import { FRAMEWORKS, type FrameworkName } from "./framework-list.ts";
import type { FrameworkOrder } from "./framework-turns.ts";
import type { ContenderName, Framework, Scenario } from "./framework.ts";

/** Destination of the spans: an exporter that discards, the same for all, or a service, with each contender's default exporter. */
type End = "recorded" | "delivered";

const ENDS: Readonly<Record<End, string>> = {
  recorded: "recorded: a stock batch processor and an exporter that discards behind all",
  delivered: "delivered: each with its own processor and exporter, gzip, to a sink in another process",
};

/** Work for a table: sets of processes, and rounds of each process. */
interface Work {
  readonly sets: number;
  readonly rounds: number;
  readonly warmUpRounds: number;
  readonly callsPerRound: number;
}

/** Returns the work of each effort. Three sets: optimisation and memory layout differ from process to process. */
const EFFORTS: Readonly<Record<Effort, (scenario: Scenario) => Work>> = {
  full: ({ rounds = 12, callsPerRound = 50 }) => ({
    sets: 3,
    rounds,
    // Frameworks have long paths, which the engine optimises late.
    warmUpRounds: 2 * rounds,
    callsPerRound,
  }),
  smoke: () => ({ sets: 1, rounds: 1, warmUpRounds: 0, callsPerRound: 2 }),
};

/** Returns the measurement of calls of a framework, recorded by each contender in processes of its own. */
export const benchFramework =
  (name: FrameworkName) =>
  async (effort: Effort): Promise<Table[]> => {
    const { folder, scenarios }: Framework = FRAMEWORKS[name];
    await installLocked(folder);
    const sink = await startSink();
    const tables: Table[] = [];
    for (const scenario of Object.keys(scenarios)) {
      for (const end of effort === "full" ? (["recorded", "delivered"] as const) : (["recorded"] as const)) {
        tables.push(await measure(name, scenario, end, EFFORTS[effort](scenarios[scenario]!), sink));
      }
    }
    await sink.close();
    return tables;
  };

async function measure(name: FrameworkName, scenario: string, end: End, work: Work, sink: Sink): Promise<Table> {
  const { title, scenarios, rival, note }: Framework = FRAMEWORKS[name];
  const { callsPerRound, rounds, warmUpRounds, sets } = work;
  const contenders = CONTENDERS.filter((contender) => contender !== "rival" || rival !== undefined);
  const measured = new Map<string, Figures[]>(contenders.map((contender) => [contender, []]));
  for (let set = 0; set < sets; set++) {
    const running = await Promise.all(
      contenders.map(async (contender) => {
        const service = end === "delivered" && { service: sink.url(contender) };
        const order: FrameworkOrder = { framework: name, scenario, contender, callsPerRound, ...service };
        return { name: contender, ...(await start(order, sink)) };
      }),
    );
    await interleave(running, warmUpRounds, ({ measure: round }) => round());
    for (const contender of contenders) await sink.count(contender);
    const figures = await interleave(running, rounds, ({ measure: round }) => round());
    for (const contender of contenders) {
      const arrived = await sink.count(contender);
      const own = figures.get(contender)!;
      const spans = end === "delivered" ? arrived.spans / (rounds * callsPerRound) : own[0]!["spans"]!;
      if (contender !== "bare" && spans === 0) throw new Error(`${contender} recorded no call of ${name}.`);
      measured.get(contender)!.push(...own.map((each) => Object.assign({}, each, { spans })));
    }
    for (const each of running) await each.end();
  }
  const { title: call, chunks } = scenarios[scenario]!;
  return {
    title: `${title}: ${call}, ${ENDS[end]}`,
    head: [
      "contender",
      "CPU µs",
      "CPU added µs",
      ...(chunks ? ["a chunk µs"] : []),
      "CPU × bare",
      "time added µs",
      "time × bare",
      "spans",
      ...(end === "recorded" ? ["attributes"] : []),
    ],
    rows: contenders.map((contender) => {
      const titles = { bare: "bare", svc: "svc, preload", rival: rival ?? "" };
      return rowOf(titles[contender], end, measured.get(contender)!, measured.get("bare")!, chunks);
    }),
    notes: [
      [
        `Medians of ${sets * rounds} interleaved rounds of ${callsPerRound} calls, over ${sets} sets of processes.`,
        note,
      ]
        .filter((text) => text !== undefined)
        .join(" "),
    ],
  };
}

const CONTENDERS: readonly ContenderName[] = ["bare", "svc", "rival"];

/** Starts a process of a contender. The preload sends what a benchmark does not take to the sink. */
function start(order: FrameworkOrder, sink: Sink): Promise<Turns> {
  const isPreloaded = order.contender === "svc";
  return startTurns("frameworks/framework-turns.ts", order, {
    node: ["--expose-gc", ...(isPreloaded ? ["--import", PRELOAD_FILE] : [])],
    env: isPreloaded
      ? { SVC_PUBLIC_KEY: "pk-bench", SVC_SECRET_KEY: "sk-bench", SVC_BASE_URL: sink.url(order.contender) }
      : {},
  });
}

function rowOf(
  contender: string,
  end: End,
  rounds: readonly Figures[],
  bare: readonly Figures[],
  chunks: number | undefined,
): Cell[] {
  const of = (name: string) =>
    [rounds, bare].map((each) => each.map((figures) => figures[name]!)) as [number[], number[]];
  const [cpu, wall] = [of("cpu"), of("wall")];
  const added = medianDifference(...cpu);
  return [
    contender,
    figure(median(cpu[0]), 0),
    figure(added),
    ...(chunks ? [figure(added / chunks, 2)] : []),
    figure(medianRatio(...cpu), 2),
    figure(medianDifference(...wall)),
    figure(medianRatio(...wall), 2),
    figure(median(of("spans")[0]), 2),
    ...(end === "recorded" ? [figure(median(of("attributes")[0]), 0)] : []),
  ];
}
