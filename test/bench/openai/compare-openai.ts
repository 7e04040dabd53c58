import type { CallTurnOrder } from "../calls/call-rounds.ts";
import type { Comparison } from "../compare/compare.ts";
import { startSending } from "../compare/sending-turns.ts";
import type { Scenario } from "./openai-answers.ts";
import type { RecorderName } from "./openai-contender.ts";

/** Calls to compare. */
interface Case {
  readonly title: string;
  readonly scenario: Scenario;
  readonly callsPerRound: number;
  readonly isDelivered?: true;
}

const CASES: readonly Case[] = [
  { title: "A chat completion, recorded", scenario: "chat", callsPerRound: 200 },
  { title: "A chat completion, delivered with gzip", scenario: "chat", callsPerRound: 500, isDelivered: true },
  { title: "A streamed chat completion of 50 pieces, recorded", scenario: "stream", callsPerRound: 50 },
  { title: "An embedding, recorded", scenario: "embedding", callsPerRound: 200 },
];

/** Comparisons of calls under the preload's instrumentation. */
export const OPENAI_COMPARISONS: readonly Comparison[] = CASES.map(
  ({ title, scenario, callsPerRound, isDelivered }) => ({
    title,
    pairs: 4,
    rounds: 15,
    warmUpRounds: 6,
    note: `Rounds of ${callsPerRound} calls.`,
    start: (build) =>
      startSending("openai/openai-turns.ts", build, (url) => {
        const service = isDelivered && { service: url };
        const order: CallTurnOrder<RecorderName, Scenario> = {
          recorder: "svc",
          scenario,
          callsPerRound,
          ...service,
        };
        return order;
      }),
  }),
);
