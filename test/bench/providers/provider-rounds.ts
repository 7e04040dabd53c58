// Process in which a package is called in turn without recording and with one contender that records. See `providers.ts`.
import { measureCalls, prepareCalls, type CallOrder, type Calls, type CallTurnOrder } from "../calls/call-rounds.ts";
import { answerOrder } from "../child.ts";
import { providerCalls, RECORDERS, type ProviderName, type RecorderName } from "./provider-contender.ts";
import type { Scenario } from "./provider-package.ts";

/** Prepares the calls of an order. */
export function callsOfProvider(order: CallTurnOrder<RecorderName, Scenario, ProviderName>): Calls {
  const { provider, scenario } = order;
  const recorder = RECORDERS[provider!][order.recorder]!;
  return prepareCalls(order, recorder, (tracerProvider) =>
    providerCalls(provider!, recorder, scenario, tracerProvider),
  );
}

if (import.meta.main) {
  await answerOrder((order: CallOrder<RecorderName, Scenario, ProviderName>) =>
    measureCalls(order, callsOfProvider(order)),
  );
}
