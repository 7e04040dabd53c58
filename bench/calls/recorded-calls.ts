import { runChild } from "../child.ts";
import { LINES } from "../contender/open-telemetry.ts";
import { startSink, type Sink } from "../delivery/sink.ts";
import type { Effort } from "../effort.ts";
import { median, medianRatio } from "../statistics.ts";
import { type Cell, figure, type Table } from "../table.ts";
import type { CallOrder, CallResult, Recorder } from "./call-rounds.ts";

/** Rounds over all processes, and calls in each round. */
type Rounds = Pick<CallOrder, "rounds" | "callsPerRound">;

export interface CallVariant<Scenario extends string> {
  readonly scenario: Scenario;
  readonly title: string;
  /** Number of chunks of a streamed answer. */
  readonly chunks?: number;
  /** Rounds with a stock batch processor and an exporter that discards. */
  readonly recorded?: Rounds;
  /** Rounds with delivery. Each ends with a request to the service, so it has enough calls to fill one. */
  readonly delivered?: Rounds;
}

/** Calls of one package, recorded by one contender after the other. */
export interface RecordedCalls<Scenario extends string> {
  /** Program of a process, in the folder of the benchmarks. */
  readonly program: string;
  readonly recorders: Readonly<Record<string, Recorder & { readonly title: string }>>;
  readonly variants: ReadonlyArray<CallVariant<Scenario>>;
}

/**
 * Destination of the spans: an exporter that discards, the same for all, or a service, with each contender's default exporter.
 */
type End = "recorded" | "delivered";

/**
 * Calls before the measured ones. V8 optimises code that is called some thousand times, and a process that makes calls for hours spends
 * nearly all of them behind that point.
 */
const WARM_UP_CALLS = 20_000;

/** Limits of the rounds before the measured ones, where a call takes long. */
const WARM_UP_ROUNDS: Readonly<Record<End, { readonly least: number; readonly most: number }>> = {
  recorded: { least: 20, most: 100 },
  delivered: { least: 6, most: 40 },
};

/**
 * Returns the number of rounds before the measured ones. The chunks of a stream do not count: they warm up the code of chunks, and not
 * that of calls.
 */
function warmUpRounds({ callsPerRound }: Rounds, end: End): number {
  const { least, most } = WARM_UP_ROUNDS[end];
  return Math.min(most, Math.max(least, Math.ceil(WARM_UP_CALLS / callsPerRound)));
}

/** Work for a table: `turns` is the number of processes of a contender. */
interface Work extends Rounds {
  readonly turns: number;
  readonly warmUpRounds: number;
}

/** Work of each effort. Four processes: optimisation and memory layout differ from process to process. */
const EFFORTS: Readonly<Record<Effort, (rounds: Rounds, end: End) => Work>> = {
  full: (rounds, end) => ({ ...rounds, turns: 4, warmUpRounds: warmUpRounds(rounds, end) }),
  smoke: () => ({ rounds: 1, callsPerRound: 2, turns: 1, warmUpRounds: 0 }),
};

const ENDS: Readonly<Record<End, string>> = {
  recorded: "Recorded: a stock batch processor and an exporter that discards behind all.",
  delivered: "Delivered: each with its own processor and exporter, gzip, to a sink in another process.",
};

/** Measures the calls; returns a table for each variant and end. */
export async function measureRecordedCalls<S extends string>(
  calls: RecordedCalls<S>,
  effort: Effort,
): Promise<Table[]> {
  const sink = await startSink();
  const tables: Table[] = [];
  for (const [index, variant] of calls.variants.entries()) {
    for (const end of endsOf(effort, index)) {
      const rounds = variant[end];
      if (rounds) tables.push(await measure(calls, variant, end, EFFORTS[effort](rounds, end), sink));
    }
  }
  await sink.close();
  return tables;
}

/** Returns the ends that a variant is measured with. A smoke run tries each end with some variant. */
function endsOf(effort: Effort, index: number): readonly End[] {
  if (effort === "full") return ["recorded", "delivered"];
  return index === 0 ? ["delivered"] : ["recorded"];
}

async function measure<S extends string>(
  { program, recorders }: RecordedCalls<S>,
  { scenario, title, chunks }: CallVariant<S>,
  end: End,
  { rounds, callsPerRound, turns, warmUpRounds }: Work,
  sink: Sink,
): Promise<Table> {
  const names = Object.keys(recorders);
  const series = new Map<string, Part[]>(names.map((name) => [name, []]));
  const order = { scenario, callsPerRound, rounds: rounds / turns, warmUpRounds };
  // The contenders alternate here too: each has its own process, and the machine's speed varies from minute to minute.
  for (let turn = 0; turn < turns; turn++) {
    for (const recorder of names) {
      const own: CallOrder = { ...order, recorder, ...(end === "delivered" && { service: sink.url(recorder) }) };
      series.get(recorder)!.push(await partOf(program, own, sink));
    }
  }
  const bare = joinParts([...series.values()].flat()).none;
  return {
    title: `${title}, ${end}`,
    head: [
      "contender",
      "none, CPU µs",
      "CPU added µs",
      ...(chunks ? ["a chunk µs"] : []),
      "CPU × none",
      "time added µs",
      "time × none",
      "spans",
    ],
    rows: names.map((name) => {
      const { line, title: contender } = recorders[name]!;
      return rowOf(`${contender} (OTel ${LINES[line]})`, series.get(name)!, bare, chunks);
    }),
    notes: [
      ENDS[end],
      `Medians of ${rounds} rounds of ${callsPerRound} calls, interleaved with calls nobody records, ` +
        `after ${warmUpRounds * callsPerRound} calls in each process.`,
      "Added: the median of the ratios within a round, at the speed of all processes together.",
    ],
  };
}

interface Part {
  readonly none: CallResult;
  readonly recorded: CallResult;
  /** Spans per call that ended or arrived. */
  readonly spansPerCall: number;
}

async function partOf(program: string, order: CallOrder, sink: Sink): Promise<Part> {
  const results = await runChild<CallResult[]>(program, order, { node: ["--expose-gc"] });
  const [none, recorded] = results as [CallResult, CallResult];
  const spans = order.service === undefined ? recorded.ended : (await sink.count(order.recorder)).spans;
  if (spans === 0) throw new Error(`${order.recorder} recorded no call: ${JSON.stringify(order)}`);
  return { none, recorded, spansPerCall: spans / ((order.rounds + order.warmUpRounds) * order.callsPerRound) };
}

type Costs = Pick<CallResult, "cpu" | "wall">;

function joinParts(parts: readonly Part[]): { readonly none: Costs; readonly recorded: Costs } {
  const join = (of: "none" | "recorded"): Costs => ({
    cpu: parts.flatMap((part) => part[of].cpu),
    wall: parts.flatMap((part) => part[of].wall),
  });
  return { none: join("none"), recorded: join("recorded") };
}

/**
 * Returns the row of a contender. `bare` has the costs of calls that nobody records in the processes of all contenders: processes
 * differ in speed by up to a half, which a ratio leaves out and a difference does not.
 */
function rowOf(contender: string, parts: readonly Part[], bare: Costs, chunks: number | undefined): Cell[] {
  const { none, recorded } = joinParts(parts);
  const cpuRatio = medianRatio(recorded.cpu, none.cpu);
  const wallRatio = medianRatio(recorded.wall, none.wall);
  const addedCpu = (cpuRatio - 1) * median(bare.cpu);
  return [
    contender,
    figure(median(none.cpu), 0),
    figure(addedCpu),
    ...(chunks ? [figure(addedCpu / chunks, 2)] : []),
    figure(cpuRatio, 2),
    figure((wallRatio - 1) * median(bare.wall)),
    figure(wallRatio, 2),
    figure(median(parts.map(({ spansPerCall }) => spansPerCall)), 2),
  ];
}
