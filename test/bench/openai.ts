import { once } from "node:events";
import { runChild, startChild } from "./child.ts";
import { LINES, type Line } from "./installation.ts";
import { OPENAI_CONTENDERS, type OpenAIContenderName } from "./openai-contender.ts";
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

/** Processes of a line per table. */
const TURNS = 2;

const TITLES: Readonly<Record<OpenAIContenderName, string>> = {
  none: "none",
  svc: "svc, preload",
  svcObserved: "svc, observeOpenAI",
  openinference: "openinference 4.2.7",
  langfuse: "langfuse 5.11.1",
};

/** Calls of the `openai` package, recorded by one contender after the other, answered by another process. Takes four minutes. */
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
  const lines = Object.keys(LINES) as Line[];
  const series = new Map<Line, OpenAIResult[][]>(lines.map((line) => [line, []]));
  // The lines take turns, too: each has its own process, and the machine is not the same from one minute to the next.
  for (let turn = 0; turn < TURNS; turn++) {
    for (const line of lines) {
      const part: OpenAIOrder = { ...order, rounds: order.rounds / TURNS, line, url };
      series.get(line)!.push(await runChild<OpenAIResult[]>("openai-rounds.ts", part, { node: ["--expose-gc"] }));
    }
  }
  const rows = lines.flatMap((line) => {
    const results = joined(series.get(line)!);
    return results.map((result) => rowOf(line, result, results[0]!, order, chunks));
  });
  return {
    title,
    head: [
      "contender",
      "CPU added µs",
      ...(chunks ? ["a chunk µs"] : []),
      "× none",
      "time added µs",
      "× none",
      "spans",
    ],
    rows,
    notes: [`Medians of ${order.rounds} interleaved rounds of ${order.callsPerRound} calls.`],
  };
}

/** The rounds of several processes as those of one. */
function joined(parts: readonly OpenAIResult[][]): OpenAIResult[] {
  return parts[0]!.map(({ contender }) => {
    const own = parts.map((part) => part.find((result) => result.contender === contender)!);
    return {
      contender,
      cpu: own.flatMap(({ cpu }) => cpu),
      wall: own.flatMap(({ wall }) => wall),
      spans: own.reduce((sum, { spans }) => sum + spans, 0),
    };
  });
}

function rowOf(
  line: Line,
  { contender, cpu, wall, spans }: OpenAIResult,
  base: OpenAIResult,
  { rounds, callsPerRound }: Pick<OpenAIOrder, "rounds" | "callsPerRound">,
  chunks: number | undefined,
): string[] {
  const addedCpu = added(cpu, base.cpu);
  const isBase = contender === OPENAI_CONTENDERS[line][0];
  return [
    `${TITLES[contender]} (OTel ${LINES[line]})`,
    isBase ? `(${figure(median(cpu), 0)})` : figure(addedCpu),
    ...(chunks ? [isBase ? `(${figure(median(cpu) / chunks)})` : figure(addedCpu / chunks, 2)] : []),
    figure(medianRatio(cpu, base.cpu), 2),
    isBase ? `(${figure(median(wall), 0)})` : figure(added(wall, base.wall)),
    figure(medianRatio(wall, base.wall), 2),
    figure(spans / (rounds * callsPerRound), 2),
  ];
}

/** The median of what is added in each round. */
function added(values: readonly number[], bases: readonly number[]): number {
  return median(values.map((value, round) => value - bases[round]!));
}
