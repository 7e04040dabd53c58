import type { SvcConfig } from "../call/svc-config.ts";

/** The clients given to `observeOpenAI`, the same for all copies of this package in the process. */
type ObservedClients = WeakMap<object, SvcConfig>;

const KEY: unique symbol = Symbol.for("svc.openai.observed-clients") as never;

function sharedClients(): ObservedClients {
  const holder = globalThis as { [KEY]?: ObservedClients };
  if (holder[KEY] === undefined) Object.defineProperty(holder, KEY, { value: new WeakMap() });
  return holder[KEY]!;
}

/** The clients that are observed whether or not all are, each with its configuration. */
export const observedClients: ObservedClients = sharedClients();
