// Calls of a package, in turn without recording and with one contender that records, in the process of a benchmark.
import { createProcessor, discardingProcessor, type ContenderName } from "../contender/contender.ts";
import {
  enableContext,
  loadOpenTelemetry,
  type Line,
  type SpanProcessor,
  type TracerProvider,
} from "../contender/open-telemetry.ts";
import { interleave } from "../rounds.ts";

export interface CallOrder<Recorder extends string = string, Scenario extends string = string> {
  readonly recorder: Recorder;
  readonly scenario: Scenario;
  /** Base address of a service that receives the spans; without it an exporter discards them. */
  readonly service?: string;
  readonly rounds: number;
  /** Unmeasured rounds before the measured ones. */
  readonly warmUpRounds: number;
  readonly callsPerRound: number;
}

/** Order without the number of rounds, for a process that is told when to measure. */
export type CallTurnOrder<Recorder extends string, Scenario extends string> = Omit<
  CallOrder<Recorder, Scenario>,
  "rounds" | "warmUpRounds"
>;

/** Contender that records: the OpenTelemetry version that it declares, and the contender whose exporter sends its spans. */
export interface Recorder {
  readonly line: Line;
  readonly sender: ContenderName;
}

/** Measurements of a way to call: one entry per round. */
export interface CallResult {
  /** CPU time of the whole process, in microseconds per call. */
  readonly cpu: readonly number[];
  /** Elapsed time, in microseconds per call. */
  readonly wall: readonly number[];
  /** Ended spans, warm-up included. */
  readonly ended: number;
}

/** Way to make the measured call: recorded or not. */
export interface Caller {
  readonly name: "none" | "recorded";
  readonly call: () => Promise<unknown>;
}

/** Ways to call in one process, and the measurement of a round per call. */
export interface Calls {
  readonly callers: readonly [none: Caller, recorded: Caller];
  measureRound(caller: Caller): Promise<{ readonly cpu: number; readonly wall: number }>;
  /** Returns the number of spans that ended. */
  ended(): number;
}

const collect = globalThis.gc!;

/**
 * Prepares the calls of an order. `makeCalls` gives the tracer provider to the contender, and returns the call that nobody records
 * and the recorded one.
 */
export function prepareCalls(
  order: CallTurnOrder<string, string>,
  { line, sender }: Recorder,
  makeCalls: (provider: TracerProvider) => readonly [none: Caller["call"], recorded: Caller["call"]],
): Calls {
  const { service, callsPerRound } = order;
  const openTelemetry = loadOpenTelemetry(line);
  enableContext(line, openTelemetry);
  let ended = 0;
  const counter: SpanProcessor = { ...discardingProcessor, onEnd: () => void ended++ };
  const processor =
    service === undefined
      ? createProcessor(line, "otel", "processed")
      : createProcessor(line, sender, { url: service });
  const provider = new openTelemetry.TracerProvider({ spanProcessors: [counter, processor] });
  const [none, recorded] = makeCalls(provider);
  return {
    callers: [
      { name: "none", call: none },
      { name: "recorded", call: recorded },
    ],
    ended: () => ended,
    async measureRound({ call }) {
      // Collects the garbage of the previous contender, so that this one is not charged for it.
      collect({ type: "minor" });
      const [cpu, wall] = [process.cpuUsage(), performance.now()];
      for (let count = 0; count < callsPerRound; count++) await call();
      await processor.forceFlush();
      const { user, system } = process.cpuUsage(cpu);
      return {
        cpu: (user + system) / callsPerRound,
        wall: ((performance.now() - wall) * 1000) / callsPerRound,
      };
    },
  };
}

/** Measures the rounds of an order: of the calls that nobody records, and of the recorded ones. */
export async function measureCalls({ rounds, warmUpRounds }: CallOrder, calls: Calls): Promise<CallResult[]> {
  const { callers, measureRound, ended } = calls;
  await interleave(callers, warmUpRounds, measureRound);
  const results = await interleave(callers, rounds, measureRound);
  return callers.map(({ name }) => {
    const each = results.get(name)!;
    return {
      cpu: each.map(({ cpu }) => cpu),
      wall: each.map(({ wall }) => wall),
      ended: name === "none" ? 0 : ended(),
    };
  });
}
