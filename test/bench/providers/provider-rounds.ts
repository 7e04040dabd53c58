// Process in which a package is called in turn without recording and with one contender that records. See `providers.ts`.
import { answerOrder } from "../child.ts";
import { createProcessor, discardingProcessor } from "../contender/contender.ts";
import { enableContext, loadOpenTelemetry, type SpanProcessor } from "../contender/open-telemetry.ts";
import { interleave } from "../rounds.ts";
import { answering, PROVIDERS, type ProviderName, type Scenario } from "./provider-calls.ts";
import { loadCopies, RECORDERS, type RecorderName } from "./provider-contender.ts";

/** Order to the process. */
export interface ProviderOrder {
  readonly provider: ProviderName;
  readonly recorder: RecorderName;
  readonly scenario: Scenario;
  /** Base address of a service that receives the spans; without it an exporter discards them. */
  readonly service?: string;
  readonly rounds: number;
  /** Unmeasured rounds before the measured ones. */
  readonly warmUpRounds: number;
  readonly callsPerRound: number;
}

/** Measurements of the process: CPU time of the whole process in microseconds per call, one entry per round. */
export interface ProviderResult {
  readonly none: readonly number[];
  readonly recorded: readonly number[];
  /** Ended spans, warm-up included. */
  readonly ended: number;
}

interface Caller {
  readonly name: "none" | "recorded";
  readonly call: () => Promise<unknown>;
}

const collect = globalThis.gc!;

async function carryOut(order: ProviderOrder): Promise<ProviderResult> {
  const { provider, scenario, service, callsPerRound, rounds, warmUpRounds } = order;
  const recorder = RECORDERS[provider][order.recorder]!;
  const { line, sender } = recorder;
  const openTelemetry = loadOpenTelemetry(line);
  enableContext(line, openTelemetry);
  let ended = 0;
  const counter: SpanProcessor = { ...discardingProcessor, onEnd: () => void ended++ };
  const processor =
    service === undefined
      ? createProcessor(line, "otel", "processed")
      : createProcessor(line, sender, { url: service });
  const copies = loadCopies(
    provider,
    recorder,
    new openTelemetry.TracerProvider({ spanProcessors: [counter, processor] }),
  );
  const { caller, ...rest } = PROVIDERS[provider];
  const fetch = answering({ caller, ...rest }, scenario);
  const callers: Caller[] = (["none", "recorded"] as const).map((name) => ({
    name,
    call: caller(copies[name], fetch, scenario),
  }));
  const measureRound = async ({ call }: Caller): Promise<number> => {
    // Collects the garbage of the previous contender, so that this one is not charged for it.
    collect({ type: "minor" });
    const before = process.cpuUsage();
    for (let count = 0; count < callsPerRound; count++) await call();
    await processor.forceFlush();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / callsPerRound;
  };
  await interleave(callers, warmUpRounds, measureRound);
  const measured = await interleave(callers, rounds, measureRound);
  return { none: measured.get("none")!, recorded: measured.get("recorded")!, ended };
}

await answerOrder(carryOut);
