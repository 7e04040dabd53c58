import { isFields } from "@svc/core";
import { observedClients } from "../patching/observed-clients.ts";
import { patchMethod, type Patch } from "../patching/patch.ts";
import type { Operation } from "./operation.ts";
import type { SvcConfig } from "./svc-config.ts";
import { CLIENT, tracedCall } from "./traced-call.ts";

/**
 * Has every call of a method recorded, and gives the function that undoes it: the method is put back or, where another
 * library has wrapped it since, calls pass through untouched. Undefined when there is no such method. However many
 * instrumentations, clients and copies of this package ask for it, a call is recorded once.
 */
export function recordEveryCall(prototype: object, name: string, operation: Operation): (() => void) | undefined {
  const patch = recordedMethod(prototype, name, operation);
  if (patch === undefined) return undefined;
  patch.instrumentations++;
  return () => {
    patch.instrumentations--;
    if (patch.instrumentations === 0 && !patch.isForObserved) patch.remove();
  };
}

/** Has the calls of observed clients recorded; false when there is no such method. */
export function recordObservedCalls(prototype: object, name: string, operation: Operation): boolean {
  const patch = recordedMethod(prototype, name, operation);
  if (patch) patch.isForObserved = true;
  return patch !== undefined;
}

function recordedMethod(prototype: object, name: string, operation: Operation): Patch | undefined {
  return patchMethod(
    prototype,
    name,
    (method, patch) =>
      function traced(this: unknown, ...args: unknown[]): unknown {
        const config = patch.isForObserved ? configOf(this) : undefined;
        return config === undefined && patch.instrumentations === 0
          ? Reflect.apply(method, this, args)
          : tracedCall(operation, method, this, args, config);
      },
  );
}

function configOf(resource: unknown): SvcConfig | undefined {
  const client = isFields(resource) ? resource[CLIENT] : undefined;
  return isFields(client) ? observedClients.get(client) : undefined;
}
