import { measureRecordedCalls, type CallVariant } from "../calls/recorded-calls.ts";
import type { Effort } from "../effort.ts";
import type { Table } from "../table.ts";
import type { Scenario } from "./openai-answers.ts";
import { RECORDERS } from "./openai-contender.ts";

const VARIANTS: ReadonlyArray<CallVariant<Scenario>> = [
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

/** Measures calls of the `openai` package, recorded by one contender after the other. */
export function benchOpenAI(effort: Effort): Promise<Table[]> {
  const calls = { program: "openai/openai-rounds.ts", recorders: RECORDERS, variants: VARIANTS };
  return measureRecordedCalls(calls, effort);
}
