// Process in which the contenders of one version record observations in turn. See `observation.ts`.
import { setTimeout as delay } from "node:timers/promises";
import { answerOrder } from "../child.ts";
import { createContender, type Contender, type ContenderName, type Destination } from "../contender/contender.ts";
import { createContents } from "../contender/observation-content.ts";
import { enableContext, loadOpenTelemetry, type Line } from "../contender/open-telemetry.ts";
import { PARTICIPANTS } from "../contender/participant.ts";
import { interleave } from "../rounds.ts";
import { median } from "../statistics.ts";

export interface ContenderOrder {
  readonly line: Line;
  /** Destination of the spans; `sent` goes to this base address. */
  readonly destination: Exclude<Destination, object> | "sent";
  readonly url: string;
}

/** How often each contender measures. */
export interface ObservationWork {
  readonly rounds: number;
  readonly warmUpRounds: number;
  readonly allocationSamples: number;
}

export interface ObservationOrder extends ContenderOrder, ObservationWork {}

/** Measurements by contender: one entry per round. */
export interface ObservationResult {
  readonly contender: ContenderName;
  /** CPU time of the whole process, in microseconds per observation. */
  readonly cpu: readonly number[];
  /** Elapsed time, in microseconds per observation. */
  readonly wall: readonly number[];
  /** Bytes allocated on the JavaScript heap per observation, from its start to its end. */
  readonly allocated: number;
}

/** Observations per round: as many as the stock batch processor keeps without dropping. */
const PER_ROUND = 2_000;
/** Observations per measurement of memory: few enough that no garbage is collected meanwhile. */
const PER_ALLOCATION = 100;

const collect = globalThis.gc!;
const contents = createContents();

interface Round {
  readonly cpu: number;
  readonly wall: number;
}

async function carryOut(order: ObservationOrder): Promise<ObservationResult[]> {
  const participants = PARTICIPANTS.filter(({ line }) => line === order.line);
  const contenders = createContenders(
    order,
    participants.map(({ contender }) => contender),
  );
  await interleave(contenders, order.warmUpRounds, measureRound);
  await delay(100);
  const measured = await interleave(contenders, order.rounds, measureRound);
  const results: ObservationResult[] = [];
  for (const contender of contenders) {
    const each = measured.get(contender.name)!;
    results.push({
      contender: contender.name,
      cpu: each.map(({ cpu }) => cpu),
      wall: each.map(({ wall }) => wall),
      allocated: await allocatedBy(contender, order.allocationSamples),
    });
    await contender.shutdown();
  }
  return results;
}

/** Returns contenders of one version that share this process. */
export function createContenders(
  { line, destination, url }: ContenderOrder,
  names: readonly ContenderName[],
): Contender[] {
  enableContext(line, loadOpenTelemetry(line));
  return names.map((name) =>
    createContender(line, name, destination === "sent" ? { url: `${url}-${name}` } : destination),
  );
}

export async function measureRound(contender: Contender): Promise<Round> {
  contender.activate();
  // Collects the garbage of the previous contender, so that this one is not charged for it.
  collect({ type: "minor" });
  const [cpu, wall] = [process.cpuUsage(), performance.now()];
  record(contender, PER_ROUND);
  await contender.flush();
  const { user, system } = process.cpuUsage(cpu);
  return { cpu: (user + system) / PER_ROUND, wall: ((performance.now() - wall) * 1000) / PER_ROUND };
}

/** Measures the bytes that a contender allocates per observation. */
export async function allocatedBy(contender: Contender, count: number): Promise<number> {
  const samples: number[] = [];
  contender.activate();
  for (let sample = 0; sample < count; sample++) {
    await contender.flush();
    collect();
    const before = process.memoryUsage().heapUsed;
    record(contender, PER_ALLOCATION);
    samples.push((process.memoryUsage().heapUsed - before) / PER_ALLOCATION);
  }
  return median(samples);
}

function record(contender: Contender, count: number): void {
  for (let i = 0; i < count; i++) contender.observe(contents[i % contents.length]!);
}

if (import.meta.main) await answerOrder(carryOut);
