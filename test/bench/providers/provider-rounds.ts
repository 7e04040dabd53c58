// Process in which a package is called in turn without recording and with one contender that records. See `providers.ts`.
import { measureCalls, prepareCalls, type CallOrder } from "../calls/call-rounds.ts";
import { answerOrder } from "../child.ts";
import { providerCalls, RECORDERS, type ProviderName, type RecorderName } from "./provider-contender.ts";
import type { Scenario } from "./provider-package.ts";

await answerOrder((order: CallOrder<RecorderName, Scenario, ProviderName>) => {
  const { provider, scenario } = order;
  const recorder = RECORDERS[provider!][order.recorder]!;
  const calls = prepareCalls(order, recorder, (tracerProvider) =>
    providerCalls(provider!, recorder, scenario, tracerProvider),
  );
  return measureCalls(order, calls);
});
