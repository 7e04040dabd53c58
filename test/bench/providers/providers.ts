import { measureRecordedCalls, type CallVariant } from "../calls/recorded-calls.ts";
import type { Effort } from "../effort.ts";
import type { Table } from "../table.ts";
import { PROVIDERS, RECORDERS, type ProviderName } from "./provider-contender.ts";
import { PIECES, type Scenario } from "./provider-package.ts";

const VARIANTS: ReadonlyArray<CallVariant<Scenario>> = [
  {
    scenario: "chat",
    title: "A whole answer",
    recorded: { rounds: 160, callsPerRound: 200 },
    delivered: { rounds: 80, callsPerRound: 500 },
  },
  {
    scenario: "chat",
    title: "A whole answer, soon after the start of a process",
    isEarly: true,
    recorded: { rounds: 160, callsPerRound: 200 },
    delivered: { rounds: 80, callsPerRound: 500 },
  },
  {
    scenario: "stream",
    title: "A streamed answer, 50 pieces",
    chunks: PIECES.stream,
    recorded: { rounds: 160, callsPerRound: 50 },
    delivered: { rounds: 60, callsPerRound: 200 },
  },
  {
    scenario: "longStream",
    title: "A streamed answer, 1,000 pieces",
    chunks: PIECES.longStream,
    recorded: { rounds: 120, callsPerRound: 5 },
  },
];

/** Returns the measurement of calls of a package, recorded by one contender after the other. */
export const benchProvider =
  (provider: ProviderName) =>
  (effort: Effort): Promise<Table[]> => {
    const { name, isUnstreamed } = PROVIDERS[provider];
    const calls = {
      program: "providers/provider-rounds.ts",
      provider,
      packageName: name,
      recorders: RECORDERS[provider],
      variants: isUnstreamed ? VARIANTS.filter(({ scenario }) => scenario === "chat") : VARIANTS,
    };
    return measureRecordedCalls(calls, effort);
  };
