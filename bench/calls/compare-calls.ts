import type { Comparison } from "../compare/compare.ts";
import { startSending } from "../compare/sending-turns.ts";
import type { CallTurnOrder } from "./call-rounds.ts";

export interface CallCase<Scenario extends string> {
  readonly title: string;
  readonly scenario: Scenario;
  readonly callsPerRound: number;
  readonly isDelivered?: true;
}

/** Program that makes the calls, the contender that records them, and the package, where the program calls several. */
interface Caller {
  readonly program: string;
  readonly recorder: string;
  readonly provider?: string;
}

/** Returns comparisons of calls that are recorded. */
export function callComparisons<Scenario extends string>(
  { program, ...caller }: Caller,
  cases: ReadonlyArray<CallCase<Scenario>>,
): Comparison[] {
  return cases.map(({ title, scenario, callsPerRound, isDelivered }) => ({
    title,
    pairs: 4,
    rounds: 15,
    warmUpRounds: 6,
    note: `Rounds of ${callsPerRound} calls.`,
    start: (build) =>
      startSending(program, build, (url) => {
        const service = isDelivered && { service: url };
        const order: CallTurnOrder<string, Scenario> = { ...caller, scenario, callsPerRound, ...service };
        return order;
      }),
  }));
}
