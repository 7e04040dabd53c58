import { measureRecordedCalls, type CallVariant } from "../calls/recorded-calls.ts";
import type { Effort } from "../effort.ts";
import type { Table } from "../table.ts";
import { EVENTS, type Scenario } from "./bedrock-answers.ts";
import { RECORDERS } from "./bedrock-contender.ts";

const PLAIN = {
  recorded: { rounds: 80, callsPerRound: 100 },
  delivered: { rounds: 40, callsPerRound: 500 },
};
const STREAMED = {
  chunks: EVENTS,
  recorded: { rounds: 80, callsPerRound: 25 },
  delivered: { rounds: 40, callsPerRound: 200 },
};

const VARIANTS: ReadonlyArray<CallVariant<Scenario>> = [
  { scenario: "converse", title: "Converse", ...PLAIN },
  { scenario: "converseStream", title: "ConverseStream, 50 pieces", ...STREAMED },
  { scenario: "invoke", title: "InvokeModel of a model of Anthropic", ...PLAIN },
  {
    scenario: "invokeStream",
    title: "InvokeModelWithResponseStream of a model of Anthropic, 50 pieces",
    ...STREAMED,
  },
];

/** Measures calls of the client of Bedrock, recorded by one contender after the other. */
export function benchBedrock(effort: Effort): Promise<Table[]> {
  const calls = { program: "bedrock/bedrock-rounds.ts", recorders: RECORDERS, variants: VARIANTS };
  return measureRecordedCalls(calls, effort);
}
