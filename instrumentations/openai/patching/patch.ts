import { isFields } from "@svc/core";
import type { ApiMethod } from "../call/traced-call.ts";

/** Holds what a patched function knows, whichever copy of this package patched it. */
const PATCHED: unique symbol = Symbol.for("svc.openai.patched") as never;

/** Where a wrapper of another instrumentation keeps the function underneath. */
const ORIGINAL = "__original";

/** A patched method, and who wants it patched. Plain data, for copies of this package share it. */
export interface Patch {
  /** How many instrumentations record every call. */
  instrumentations: number;
  /** Whether observed clients are to be recorded, or to hand their configuration down: it then stays for good. */
  isForObserved: boolean;
  /** Puts the method back, unless another library has wrapped it since: the wrapper then passes calls through. */
  readonly remove: () => void;
}

/**
 * Replaces a method of a class, once: where it is patched already, by whichever copy of this package and underneath
 * whichever wrapper, gives the patch that is there. Undefined when there is no such method.
 */
export function patchMethod(
  prototype: object,
  name: string,
  replacementOf: (method: ApiMethod, patch: Patch) => ApiMethod,
): Patch | undefined {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  const method: unknown = descriptor?.value;
  if (descriptor === undefined || typeof method !== "function") return undefined;
  const existing = patchUnder(method);
  if (existing) return existing;
  const patch: Patch = {
    instrumentations: 0,
    isForObserved: false,
    remove() {
      if (Reflect.get(prototype, name) === replacement) Object.defineProperty(prototype, name, descriptor);
    },
  };
  const replacement = likeness(method, replacementOf(method as ApiMethod, patch), patch);
  Object.defineProperty(prototype, name, { ...descriptor, value: replacement });
  return patch;
}

/** The class that a method comes from; the classes over it, which may be the application's own, call it. */
export function topOwnerOf(instance: object, name: string): object | undefined {
  let owner: object | undefined;
  for (let prototype: unknown = Object.getPrototypeOf(instance); isFields(prototype);) {
    if (Object.hasOwn(prototype, name)) owner = prototype;
    prototype = Object.getPrototypeOf(prototype);
  }
  return owner;
}

function patchUnder(method: unknown): Patch | undefined {
  for (let fn = method; typeof fn === "function"; fn = (fn as { [ORIGINAL]?: unknown })[ORIGINAL]) {
    if (Object.hasOwn(fn, PATCHED)) return (fn as unknown as { [PATCHED]: Patch })[PATCHED];
  }
  return undefined;
}

/** Gives the replacement what can be seen of the function: its name and its number of parameters. */
function likeness(method: { name: string; length: number }, replacement: ApiMethod, patch: Patch): ApiMethod {
  return Object.defineProperties(replacement, {
    name: { value: method.name, configurable: true },
    length: { value: method.length, configurable: true },
    [PATCHED]: { value: patch },
  });
}
