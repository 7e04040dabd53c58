import { once } from "node:events";
import { runChild, startChild } from "./child.ts";
import { LINES } from "./installation.ts";
import { RECORDERS, type RecorderName } from "./openai-contender.ts";
import { WARM_UP_ROUNDS, type OpenAIOrder, type OpenAIResult } from "./openai-rounds.ts";
import { startSink, type Sink } from "./sink.ts";
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

/** Where the spans end: in an exporter that discards, the same for all, or at a service, as each sends them by default. */
type End = "recorded" | "delivered";

const ENDS: Readonly<Record<End, string>> = {
  recorded: "recorded: a stock batch processor and an exporter that discards behind all",
  delivered: "delivered: each with its own processor and exporter, gzip, to a sink in another process",
};

/** Calls of the `openai` package, recorded by one contender after the other, answered by another process. */
export async function benchOpenAI(): Promise<Table[]> {
  const server = startChild("openai-server.ts");
  server.stderr!.pipe(process.stderr);
  const [port] = (await once(server, "message")) as [number];
  const sink = await startSink();
  const tables: Table[] = [];
  for (const variant of VARIANTS) {
    for (const end of Object.keys(ENDS) as End[]) {
      // The image would be uploaded besides, which is another measurement.
      if (end === "recorded" || variant.scenario !== "image")
        tables.push(await measure(variant, end, `http://127.0.0.1:${port}`, sink));
    }
  }
  server.disconnect();
  await once(server, "exit");
  await sink.close();
  return tables;
}

async function measure({ title, chunks, ...order }: Variant, end: End, url: string, sink: Sink): Promise<Table> {
  const recorders = Object.keys(RECORDERS) as RecorderName[];
  const series = new Map<RecorderName, Part[]>(recorders.map((recorder) => [recorder, []]));
  // They take turns, too: each has its own process, and the machine is not the same from one minute to the next.
  for (let turn = 0; turn < TURNS; turn++) {
    for (const recorder of recorders) {
      const part = {
        ...order,
        rounds: order.rounds / TURNS,
        recorder,
        url,
        ...(end === "delivered" && { service: sink.url(recorder) }),
      };
      const results = await runChild<OpenAIResult[]>("openai-rounds.ts", part, { node: ["--expose-gc"] });
      const [none, own] = results as [OpenAIResult, OpenAIResult];
      const spans = end === "delivered" ? (await sink.count(recorder)).spans : own.ended;
      series
        .get(recorder)!
        .push({ none, own, spansPerCall: spans / ((part.rounds + WARM_UP_ROUNDS) * order.callsPerRound) });
    }
  }
  return {
    title: `${title}, ${ENDS[end]}`,
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
    rows: recorders.map((recorder) => rowOf(recorder, series.get(recorder)!, chunks)),
    notes: [
      `Medians of ${order.rounds} rounds of ${order.callsPerRound} calls, interleaved with calls nobody records.`,
    ],
  };
}

/** What one process measured. */
interface Part {
  readonly none: OpenAIResult;
  readonly own: OpenAIResult;
  /** Spans that ended, or that arrived, for each call. */
  readonly spansPerCall: number;
}

function rowOf(recorder: RecorderName, parts: readonly Part[], chunks: number | undefined): string[] {
  const none = { cpu: parts.flatMap((part) => part.none.cpu), wall: parts.flatMap((part) => part.none.wall) };
  const own = { cpu: parts.flatMap((part) => part.own.cpu), wall: parts.flatMap((part) => part.own.wall) };
  const addedCpu = added(own.cpu, none.cpu);
  return [
    `${TITLES[recorder]} (OTel ${LINES[RECORDERS[recorder].line]})`,
    figure(median(none.cpu), 0),
    figure(addedCpu),
    ...(chunks ? [figure(addedCpu / chunks, 2)] : []),
    figure(medianRatio(own.cpu, none.cpu), 2),
    figure(added(own.wall, none.wall)),
    figure(medianRatio(own.wall, none.wall), 2),
    figure(median(parts.map(({ spansPerCall }) => spansPerCall)), 2),
  ];
}

/** The median of what is added in each round. */
function added(values: readonly number[], bases: readonly number[]): number {
  return median(values.map((value, round) => value - bases[round]!));
}
