import { callComparisons } from "../calls/compare-calls.ts";
import type { Comparison } from "../compare/compare.ts";
import { PROVIDERS, RECORDERS, type ProviderName } from "./provider-contender.ts";
import type { Scenario } from "./provider-package.ts";

/** Returns the comparisons of a package's calls, recorded by this SDK. */
export function providerComparisons(provider: ProviderName): Comparison[] {
  const { name } = PROVIDERS[provider];
  const [recorder] = Object.keys(RECORDERS[provider]);
  return callComparisons<Scenario>({ program: "providers/provider-turns.ts", recorder: recorder!, provider }, [
    { title: `${name}: a whole answer, recorded`, scenario: "chat", callsPerRound: 200 },
    { title: `${name}: a whole answer, delivered with gzip`, scenario: "chat", callsPerRound: 500, isDelivered: true },
  ]);
}
