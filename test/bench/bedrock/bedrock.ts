import { measureRecordedCalls, type CallVariant, type Effort } from "../calls/recorded-calls.ts";
import type { Table } from "../table.ts";
import { EVENTS, type Scenario } from "./bedrock-answers.ts";
import { RECORDERS } from "./bedrock-contender.ts";

const PLAIN = { rounds: 80, callsPerRound: 100 };
const STREAMED = { rounds: 80, callsPerRound: 25 };

const VARIANTS: ReadonlyArray<CallVariant<Scenario>> = [
  {
    scenario: "converse",
    title: "Converse",
    recorded: PLAIN,
    delivered: { rounds: 40, callsPerRound: 500 },
  },
  { scenario: "converseStream", title: "ConverseStream, 50 pieces", chunks: EVENTS, recorded: STREAMED },
  { scenario: "invoke", title: "InvokeModel of a model of Anthropic", recorded: PLAIN },
  {
    scenario: "invokeStream",
    title: "InvokeModelWithResponseStream of a model of Anthropic, 50 pieces",
    chunks: EVENTS,
    recorded: STREAMED,
  },
];

/** Measures calls of the client of Bedrock, recorded by one contender after the other. */
export function benchBedrock(effort: Effort): Promise<Table[]> {
  const calls = { program: "bedrock/bedrock-rounds.ts", recorders: RECORDERS, variants: VARIANTS };
  return measureRecordedCalls(calls, effort);
}
