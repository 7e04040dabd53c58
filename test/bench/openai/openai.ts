import { runChild } from "../child.ts";
import { LINES } from "../contender/open-telemetry.ts";
import type { Scenario } from "./openai-answers.ts";
import { RECORDERS, type RecorderName } from "./openai-contender.ts";
import type { OpenAIOrder, OpenAIResult } from "./openai-rounds.ts";
import { startSink, type Sink } from "../delivery/sink.ts";
import { median, medianRatio } from "../statistics.ts";
import { figure, type Table } from "../table.ts";

/**
 * Destination of the spans: an exporter that discards, the same for all, or a service, with each contender's default exporter.
 */
type End = "recorded" | "delivered";

/** Rounds over all processes, and calls in each round. */
type Rounds = Pick<OpenAIOrder, "rounds" | "callsPerRound">;

interface Variant {
  readonly scenario: Scenario;
  readonly title: string;
  readonly chunks?: number;
  readonly recorded: Rounds;
  /** Rounds with delivery. Each ends with a request to the service, so it has enough calls to fill one. */
  readonly delivered?: Rounds;
}

const VARIANTS: readonly Variant[] = [
  {
    scenario: "chat",
    title: "A chat completion",
    recorded: { rounds: 240, callsPerRound: 200 },
    delivered: { rounds: 120, callsPerRound: 500 },
  },
  {
    scenario: "stream",
    title: "A streamed chat completion, 50 pieces",
    chunks: 53,
    recorded: { rounds: 240, callsPerRound: 50 },
    delivered: { rounds: 60, callsPerRound: 500 },
  },
  {
    scenario: "longStream",
    title: "A streamed chat completion, 1,000 pieces",
    chunks: 1_003,
    recorded: { rounds: 200, callsPerRound: 5 },
  },
  {
    scenario: "image",
    title: "A chat completion with an image of 300 KB in the request",
    recorded: { rounds: 120, callsPerRound: 20 },
  },
  {
    scenario: "embedding",
    title: "An embedding",
    recorded: { rounds: 240, callsPerRound: 200 },
    delivered: { rounds: 120, callsPerRound: 500 },
  },
];

const WARM_UP_ROUNDS: Readonly<Record<End, number>> = { recorded: 20, delivered: 6 };

/** Processes of a contender per table. Optimisation and memory layout differ from process to process. */
const TURNS = 4;

const TITLES: Readonly<Record<RecorderName, string>> = {
  svc: "svc, preload",
  svcObserved: "svc, observeOpenAI",
  openinference: "openinference 4.2.7",
  langfuse: "langfuse 5.11.1",
};

const ENDS: Readonly<Record<End, string>> = {
  recorded: "recorded: a stock batch processor and an exporter that discards behind all",
  delivered: "delivered: each with its own processor and exporter, gzip, to a sink in another process",
};

/** Measures calls of the `openai` package, recorded by one contender after the other. */
export async function benchOpenAI(): Promise<Table[]> {
  const sink = await startSink();
  const tables: Table[] = [];
  for (const variant of VARIANTS) {
    tables.push(await measure(variant, "recorded", variant.recorded, sink));
    if (variant.delivered) tables.push(await measure(variant, "delivered", variant.delivered, sink));
  }
  await sink.close();
  return tables;
}

async function measure(variant: Variant, end: End, rounds: Rounds, sink: Sink): Promise<Table> {
  const recorders = Object.keys(RECORDERS) as RecorderName[];
  const series = new Map<RecorderName, Part[]>(recorders.map((recorder) => [recorder, []]));
  const { scenario, title, chunks } = variant;
  const { callsPerRound } = rounds;
  const order = { scenario, callsPerRound, rounds: rounds.rounds / TURNS, warmUpRounds: WARM_UP_ROUNDS[end] };
  // The contenders alternate here too: each has its own process, and the machine's speed varies from minute to minute.
  for (let turn = 0; turn < TURNS; turn++) {
    for (const recorder of recorders) {
      const own: OpenAIOrder = { ...order, recorder, ...(end === "delivered" && { service: sink.url(recorder) }) };
      series.get(recorder)!.push(await partOf(own, sink));
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
    notes: [`Medians of ${rounds.rounds} rounds of ${callsPerRound} calls, interleaved with calls nobody records.`],
  };
}

/** Measurements of one process. */
interface Part {
  readonly none: OpenAIResult;
  readonly recorded: OpenAIResult;
  /** Spans per call that ended or arrived. */
  readonly spansPerCall: number;
}

async function partOf(order: OpenAIOrder, sink: Sink): Promise<Part> {
  const results = await runChild<OpenAIResult[]>("openai/openai-rounds.ts", order, { node: ["--expose-gc"] });
  const [none, recorded] = results as [OpenAIResult, OpenAIResult];
  const spans = order.service === undefined ? recorded.ended : (await sink.count(order.recorder)).spans;
  return { none, recorded, spansPerCall: spans / ((order.rounds + order.warmUpRounds) * order.callsPerRound) };
}

function rowOf(recorder: RecorderName, parts: readonly Part[], chunks: number | undefined): string[] {
  const none = { cpu: parts.flatMap((part) => part.none.cpu), wall: parts.flatMap((part) => part.none.wall) };
  const recorded = {
    cpu: parts.flatMap(({ recorded }) => recorded.cpu),
    wall: parts.flatMap(({ recorded }) => recorded.wall),
  };
  const addedCpu = added(recorded.cpu, none.cpu);
  return [
    `${TITLES[recorder]} (OTel ${LINES[RECORDERS[recorder].line]})`,
    figure(median(none.cpu), 0),
    figure(addedCpu),
    ...(chunks ? [figure(addedCpu / chunks, 2)] : []),
    figure(medianRatio(recorded.cpu, none.cpu), 2),
    figure(added(recorded.wall, none.wall)),
    figure(medianRatio(recorded.wall, none.wall), 2),
    figure(median(parts.map(({ spansPerCall }) => spansPerCall)), 2),
  ];
}

/** Returns the median of the cost added in each round. */
function added(values: readonly number[], bases: readonly number[]): number {
  return median(values.map((value, round) => value - bases[round]!));
}
