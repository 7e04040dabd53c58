import { once } from "node:events";
import { runChild, startChild } from "./child.ts";
import { LINES } from "./installation.ts";
import { RECORDERS, type OpenAIContenderName, type RecorderName } from "./openai-contender.ts";
import type { OpenAIOrder, OpenAIResult } from "./openai-rounds.ts";
import { median, medianRatio } from "./statistics.ts";
import { figure, type Table } from "./table.ts";

type Variant = Pick<OpenAIOrder, "scenario" | "rounds" | "callsPerRound"> & {
  readonly title: string;
  readonly chunks?: number;
};

const VARIANTS: readonly Variant[] = [
  { scenario: "chat", title: "A chat completion", rounds: 160, callsPerRound: 50 },
  { scenario: "stream", title: "A streamed chat completion, 50 pieces", rounds: 120, callsPerRound: 20, chunks: 53 },
  {
    scenario: "longStream",
    title: "A streamed chat completion, 1,000 pieces",
    rounds: 60,
    callsPerRound: 5,
    chunks: 1_003,
  },
  {
    scenario: "image",
    title: "A chat completion with an image of 300 KB in the request",
    rounds: 40,
    callsPerRound: 10,
  },
  { scenario: "embedding", title: "An embedding", rounds: 120, callsPerRound: 50 },
];

/** Processes of a contender per table: what one of them has optimised and laid out as it happened to, another has not. */
const TURNS = 4;

const TITLES: Readonly<Record<RecorderName, string>> = {
  svc: "svc, preload",
  svcObserved: "svc, observeOpenAI",
  openinference: "openinference 4.2.7",
  langfuse: "langfuse 5.11.1",
};

/** Calls of the `openai` package, recorded by one contender after the other, answered by another process. */
export async function benchOpenAI(): Promise<Table[]> {
  const server = startChild("openai-server.ts");
  server.stderr!.pipe(process.stderr);
  const [port] = (await once(server, "message")) as [number];
  const tables: Table[] = [];
  for (const variant of VARIANTS) tables.push(await tableOf(variant, `http://127.0.0.1:${port}`));
  server.disconnect();
  await once(server, "exit");
  return tables;
}

async function tableOf({ title, chunks, ...order }: Variant, url: string): Promise<Table> {
  const recorders = Object.keys(RECORDERS) as RecorderName[];
  const series = new Map<RecorderName, OpenAIResult[][]>(recorders.map((recorder) => [recorder, []]));
  // They take turns, too: each has its own process, and the machine is not the same from one minute to the next.
  for (let turn = 0; turn < TURNS; turn++) {
    for (const recorder of recorders) {
      const part: OpenAIOrder = { ...order, rounds: order.rounds / TURNS, recorder, url };
      series.get(recorder)!.push(await runChild<OpenAIResult[]>("openai-rounds.ts", part, { node: ["--expose-gc"] }));
    }
  }
  return {
    title,
    head: [
      "contender",
      "none, CPU µs",
      "CPU added µs",
      ...(chunks ? ["a chunk µs"] : []),
      "× none",
      "time added µs",
      "× none",
      "spans",
    ],
    rows: recorders.map((recorder) => rowOf(recorder, joined(series.get(recorder)!), order, chunks)),
    notes: [
      `Medians of ${order.rounds} rounds of ${order.callsPerRound} calls, interleaved with calls nobody records.`,
    ],
  };
}

/** The rounds of several processes as those of one. */
function joined(parts: readonly OpenAIResult[][]): Map<OpenAIContenderName, OpenAIResult> {
  const names = parts[0]!.map(({ contender }) => contender);
  return new Map(
    names.map((contender) => {
      const own = parts.map((part) => part.find((result) => result.contender === contender)!);
      return [
        contender,
        {
          contender,
          cpu: own.flatMap(({ cpu }) => cpu),
          wall: own.flatMap(({ wall }) => wall),
          spans: own.reduce((sum, { spans }) => sum + spans, 0),
        },
      ];
    }),
  );
}

function rowOf(
  recorder: RecorderName,
  results: ReadonlyMap<OpenAIContenderName, OpenAIResult>,
  { rounds, callsPerRound }: Pick<OpenAIOrder, "rounds" | "callsPerRound">,
  chunks: number | undefined,
): string[] {
  const { cpu, wall, spans } = results.get(recorder)!;
  const none = results.get("none")!;
  const addedCpu = added(cpu, none.cpu);
  return [
    `${TITLES[recorder]} (OTel ${LINES[RECORDERS[recorder]]})`,
    figure(median(none.cpu), 0),
    figure(addedCpu),
    ...(chunks ? [figure(addedCpu / chunks, 2)] : []),
    figure(medianRatio(cpu, none.cpu), 2),
    figure(added(wall, none.wall)),
    figure(medianRatio(wall, none.wall), 2),
    figure(spans / (rounds * callsPerRound), 2),
  ];
}

/** The median of what is added in each round. */
function added(values: readonly number[], bases: readonly number[]): number {
  return median(values.map((value, round) => value - bases[round]!));
}
