// Process in which a framework is called by one contender, a round whenever asked. See `frameworks.ts`.
import { answerTurns } from "../compare/turns.ts";
import { FRAMEWORKS, type FrameworkName } from "./framework-list.ts";
import { loaderOf, loadRival, prepareRecording } from "./framework-recording.ts";
import type { Call, ContenderName, Framework } from "./framework.ts";

/** Order to the process. */
export interface FrameworkOrder {
  readonly framework: FrameworkName;
  readonly scenario: string;
  readonly contender: ContenderName;
  /** Base address of a service that receives the spans; without it an exporter discards them. */
  readonly service?: string;
  readonly callsPerRound: number;
}

const collect = globalThis.gc!;

await answerTurns(async ({ framework, scenario, contender, service, callsPerRound }: FrameworkOrder) => {
  const { folder, prepare } = FRAMEWORKS[framework] as Framework;
  const counts = { spans: 0, attributes: 0 };
  const recording = prepareRecording(contender, service, counts);
  const flushes: Array<() => Promise<unknown>> = [recording.flush];
  const setting = { contender, load: loaderOf(folder), loadRival, ...recording };
  const call: Call = await prepare(setting, scenario, (flush) => flushes.unshift(flush));
  const flush = async (): Promise<void> => {
    for (const each of flushes) await each();
  };
  // Preparing may record, too: only one call is counted.
  await flush();
  Object.assign(counts, { spans: 0, attributes: 0 });
  await call();
  await flush();
  Object.freeze(counts);
  return async () => {
    // Collects the garbage of the last round, so that this one is not charged for it.
    collect({ type: "minor" });
    const [cpu, wall] = [process.cpuUsage(), performance.now()];
    for (let count = 0; count < callsPerRound; count++) await call();
    await flush();
    const { user, system } = process.cpuUsage(cpu);
    return {
      cpu: (user + system) / callsPerRound,
      wall: ((performance.now() - wall) * 1000) / callsPerRound,
      ...counts,
    };
  };
});
