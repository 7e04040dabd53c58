// Process in which the contenders of one version record observations in turn. See `observation.ts`.
import { setTimeout as delay } from "node:timers/promises";
import { answerOrder } from "./child.ts";
import { createContender, type Contender, type ContenderName, type Destination } from "./contender.ts";
import { createContents } from "./content.ts";
import { enableContext, loadOpenTelemetry, type Line } from "./installation.ts";
import { PARTICIPANTS } from "./participant.ts";
import { interleave } from "./rounds.ts";
import { median } from "./statistics.ts";

/** Order to the process. */
export interface ObservationOrder {
  readonly line: Line;
  /** Destination of the spans; `sent` goes to this base address. */
  readonly destination: Exclude<Destination, object> | "sent";
  readonly url: string;
  readonly rounds: number;
}

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
const WARM_UP_ROUNDS = 5;
/** Observations per measurement of memory: few enough that no garbage is collected meanwhile. */
const PER_ALLOCATION = 100;
const ALLOCATION_SAMPLES = 30;

const collect = globalThis.gc!;

async function carryOut({ line, destination, url, rounds }: ObservationOrder): Promise<ObservationResult[]> {
  enableContext(line, loadOpenTelemetry(line));
  const contents = createContents();
  const contenders = PARTICIPANTS.filter((participant) => participant.line === line).map(({ contender }) =>
    createContender(line, contender, destination === "sent" ? { url: `${url}-${contender}` } : destination),
  );

  const record = (contender: Contender, count: number): void => {
    for (let i = 0; i < count; i++) contender.observe(contents[i % contents.length]!);
  };

  async function measure(contender: Contender): Promise<{ cpu: number; wall: number }> {
    contender.activate();
    // Collects the garbage of the previous contender, so that this one is not charged for it.
    collect({ type: "minor" });
    const [cpu, wall] = [process.cpuUsage(), performance.now()];
    record(contender, PER_ROUND);
    await contender.flush();
    const { user, system } = process.cpuUsage(cpu);
    return { cpu: (user + system) / PER_ROUND, wall: ((performance.now() - wall) * 1000) / PER_ROUND };
  }

  await interleave(contenders, WARM_UP_ROUNDS, measure);
  await delay(100);
  const measured = await interleave(contenders, rounds, measure);
  const results: ObservationResult[] = [];
  for (const contender of contenders) {
    const each = measured.get(contender.name)!;
    results.push({
      contender: contender.name,
      cpu: each.map(({ cpu }) => cpu),
      wall: each.map(({ wall }) => wall),
      allocated: await allocatedBy(contender),
    });
    await contender.shutdown();
  }
  return results;

  async function allocatedBy(contender: Contender): Promise<number> {
    const samples: number[] = [];
    contender.activate();
    for (let sample = 0; sample < ALLOCATION_SAMPLES; sample++) {
      await contender.flush();
      collect();
      const before = process.memoryUsage().heapUsed;
      record(contender, PER_ALLOCATION);
      samples.push((process.memoryUsage().heapUsed - before) / PER_ALLOCATION);
    }
    return median(samples);
  }
}

if (import.meta.main) await answerOrder(carryOut);
