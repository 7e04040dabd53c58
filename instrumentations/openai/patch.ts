import type { Operation } from "./operation.ts";
import { tracedCall, type ApiMethod } from "./traced-call.ts";

/** Marks a patched function, whichever copy of this package patched it, and holds the function underneath. */
const PATCHED = Symbol.for("svc.openai.patched");

/**
 * Replaces a method of a class by one that makes the same call inside an observation, and gives the function that undoes
 * it: the method is put back or, where another library has wrapped it since, calls pass through untouched.
 * Undefined when there is no such method, or when it is patched already, here or by another copy of this package.
 */
export function patchMethod(prototype: object, name: string, operation: Operation): (() => void) | undefined {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  const method: unknown = descriptor?.value;
  if (descriptor === undefined || typeof method !== "function" || isPatched(method)) return undefined;
  let isActive = true;
  const traced = likeness(method as ApiMethod, function traced(this: unknown, ...args: unknown[]): unknown {
    if (!isActive) return Reflect.apply(method, this, args);
    return tracedCall(operation, method as ApiMethod, this, args);
  });
  Object.defineProperty(prototype, name, { ...descriptor, value: traced });
  return () => {
    isActive = false;
    if (Reflect.get(prototype, name) === traced) Object.defineProperty(prototype, name, descriptor);
  };
}

function isPatched(method: object): boolean {
  return Object.hasOwn(method, PATCHED);
}

/** Gives the replacement what can be seen of the function: its name and its number of parameters. */
function likeness(method: ApiMethod, replacement: ApiMethod): ApiMethod {
  return Object.defineProperties(replacement, {
    name: { value: method.name, configurable: true },
    length: { value: method.length, configurable: true },
    [PATCHED]: { value: method },
  });
}
