import { runChild } from "../child.ts";
import { LINES } from "../contender/open-telemetry.ts";
import { startSink, type Sink } from "../delivery/sink.ts";
import { median, medianRatio } from "../statistics.ts";
import { figure, type Table } from "../table.ts";
import { PIECES, PROVIDERS, type ProviderName, type ProviderPackage, type Scenario } from "./provider-calls.ts";
import { RECORDERS, type RecorderName } from "./provider-contender.ts";
import type { ProviderOrder, ProviderResult } from "./provider-rounds.ts";

/** Rounds over all processes, and calls in each round. */
type Rounds = Pick<ProviderOrder, "rounds" | "callsPerRound">;

interface Variant {
  readonly scenario: Scenario;
  readonly title: string;
  readonly recorded: Rounds;
  /** Rounds with delivery. Each ends with a request to the service, so it has enough calls to fill one. */
  readonly delivered?: Rounds;
}

const VARIANTS: readonly Variant[] = [
  {
    scenario: "chat",
    title: "A whole answer",
    recorded: { rounds: 160, callsPerRound: 200 },
    delivered: { rounds: 80, callsPerRound: 500 },
  },
  {
    scenario: "stream",
    title: "A streamed answer, 50 pieces",
    recorded: { rounds: 160, callsPerRound: 50 },
    delivered: { rounds: 60, callsPerRound: 200 },
  },
  {
    scenario: "longStream",
    title: "A streamed answer, 1,000 pieces",
    recorded: { rounds: 120, callsPerRound: 5 },
  },
];

const WARM_UP_ROUNDS = { recorded: 20, delivered: 6 } as const;

/** Processes of a contender per table. Optimisation and memory layout differ from process to process. */
const TURNS = 4;

const ENDS = {
  recorded: "recorded: a stock batch processor and an exporter that discards behind all",
  delivered: "delivered: each with its own processor and exporter, gzip, to a sink in another process",
} as const;

type End = keyof typeof ENDS;

/** Measures calls of the `@anthropic-ai/sdk` package, recorded by one contender after the other. */
export const benchAnthropic = (): Promise<Table[]> => benchProvider("anthropic");

/** Measures calls of the `@google/genai` package, recorded by one contender after the other. */
export const benchGoogleGenAI = (): Promise<Table[]> => benchProvider("google");

/** Measures tool calls of the `@modelcontextprotocol/sdk` package, both sides in one process, recorded by one contender after the other. */
export const benchMcp = (): Promise<Table[]> => benchProvider("mcp");

async function benchProvider(provider: ProviderName): Promise<Table[]> {
  const sink = await startSink();
  const tables: Table[] = [];
  const { isUnstreamed }: ProviderPackage = PROVIDERS[provider];
  for (const variant of VARIANTS) {
    if (isUnstreamed && variant.scenario !== "chat") continue;
    tables.push(await measure(provider, variant, "recorded", variant.recorded, sink));
    if (variant.delivered) tables.push(await measure(provider, variant, "delivered", variant.delivered, sink));
  }
  await sink.close();
  return tables;
}

async function measure(
  provider: ProviderName,
  { scenario, title }: Variant,
  end: End,
  { rounds, callsPerRound }: Rounds,
  sink: Sink,
): Promise<Table> {
  const recorders = Object.keys(RECORDERS[provider]) as RecorderName[];
  const series = new Map<RecorderName, Part[]>(recorders.map((recorder) => [recorder, []]));
  const order = { provider, scenario, callsPerRound, rounds: rounds / TURNS, warmUpRounds: WARM_UP_ROUNDS[end] };
  // The contenders alternate here too: each has its own process, and the machine's speed varies from minute to minute.
  for (let turn = 0; turn < TURNS; turn++) {
    for (const recorder of recorders) {
      const own: ProviderOrder = { ...order, recorder, ...(end === "delivered" && { service: sink.url(recorder) }) };
      series.get(recorder)!.push(await partOf(own, sink));
    }
  }
  const chunks = scenario === "chat" ? undefined : PIECES[scenario];
  return {
    title: `${PROVIDERS[provider].name}: ${title}, ${ENDS[end]}`,
    head: [
      "contender",
      "none, CPU µs",
      "CPU added µs",
      ...(chunks === undefined ? [] : ["a piece µs"]),
      "× none",
      "spans",
    ],
    rows: recorders.map((recorder) => rowOf(provider, recorder, series.get(recorder)!, chunks)),
    notes: [`Medians of ${rounds} rounds of ${callsPerRound} calls, interleaved with calls nobody records.`],
  };
}

/** Measurements of one process. */
interface Part extends ProviderResult {
  /** Spans per call that ended or arrived. */
  readonly spansPerCall: number;
}

async function partOf(order: ProviderOrder, sink: Sink): Promise<Part> {
  const result = await runChild<ProviderResult>("providers/provider-rounds.ts", order, { node: ["--expose-gc"] });
  const spans = order.service === undefined ? result.ended : (await sink.count(order.recorder)).spans;
  return { ...result, spansPerCall: spans / ((order.rounds + order.warmUpRounds) * order.callsPerRound) };
}

function rowOf(
  provider: ProviderName,
  recorder: RecorderName,
  parts: readonly Part[],
  chunks: number | undefined,
): string[] {
  const { title, line } = RECORDERS[provider][recorder]!;
  const none = parts.flatMap((part) => part.none);
  const recorded = parts.flatMap((part) => part.recorded);
  const added = median(recorded.map((value, round) => value - none[round]!));
  return [
    `${title} (OTel ${LINES[line]})`,
    figure(median(none), 0),
    figure(added),
    ...(chunks === undefined ? [] : [figure(added / chunks, 2)]),
    figure(medianRatio(recorded, none), 2),
    figure(median(parts.map(({ spansPerCall }) => spansPerCall)), 2),
  ];
}
