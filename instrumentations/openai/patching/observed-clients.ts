import type { SvcConfig } from "../call/svc-config.ts";

/** Clients given to `observeOpenAI`, shared by all copies of this package in the process. */
type ObservedClients = WeakMap<object, SvcConfig>;

const KEY: unique symbol = Symbol.for("svc.openai.observed-clients") as never;

function sharedClients(): ObservedClients {
  const holder = globalThis as { [KEY]?: ObservedClients };
  if (holder[KEY] === undefined) Object.defineProperty(holder, KEY, { value: new WeakMap() });
  return holder[KEY]!;
}

/** Observed clients with their configurations. Their calls are recorded even if no instrumentation records every client. */
export const observedClients: ObservedClients = sharedClients();
