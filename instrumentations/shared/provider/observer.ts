import type { SvcConfig } from "../call/call-config.ts";
import { observeClient } from "../recording/observe-client.ts";
import type { Provider } from "./provider.ts";

/** Function that records the calls of one client and returns the client. */
export type Observer = <T extends object>(client: T, config?: SvcConfig) => T;

/** Returns the function that observes clients of a provider's first package. `further` handles a client after its classes are recorded. */
export function observerOf({ packages }: Provider, further?: (client: object) => void): Observer {
  const [{ name, versions, classes = [], observer }] = packages as [Provider["packages"][number]];
  const found = { name, versions, classes, functionName: "", ...observer };
  const observe: Observer = (client, config = {}) => {
    observeClient(found, client, config);
    further?.(client);
    return client;
  };
  return Object.defineProperty(observe, "name", { value: found.functionName });
}
