import { isFields } from "@svc/core/internal";
import { observedClients } from "../patching/observed-clients.ts";
import { patchMethod, type Patch } from "../patching/patch.ts";
import type { Operation } from "./operation.ts";
import type { SvcConfig } from "./svc-config.ts";
import { CLIENT, tracedCall } from "./traced-call.ts";

/**
 * Records every call of a method. Returns the function that undoes the patch: it puts the method back or, where another library
 * has wrapped the method since, lets calls pass through untouched. Returns undefined when there is no such method. A call is
 * recorded once, even if several instrumentations, clients and copies of this package ask for it.
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

/** Records the calls of observed clients. Returns false when there is no such method. */
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
