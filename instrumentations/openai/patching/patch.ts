import { isFields } from "@svc/core/internal";
import type { ApiMethod } from "../call/traced-call.ts";

/** Symbol under which a patched function holds its patch. All copies of this package share it. */
const PATCHED: unique symbol = Symbol.for("svc.openai.patched") as never;

/** Field in which a wrapper of another instrumentation keeps the function underneath. */
const ORIGINAL = "__original";

/** Patch of a method, with its users. A patch is plain data, because copies of this package share it. */
export interface Patch {
  /** Number of instrumentations that record every call. */
  instrumentations: number;
  /**
   * True when observed clients need the patch, to record calls or to hand their configuration down. The patch then stays for
   * good.
   */
  isForObserved: boolean;
  /** Puts the method back, unless another library has wrapped it since: the replacement then passes calls through. */
  readonly remove: () => void;
}

/**
 * Replaces a method of a class once. Returns the existing patch where any copy of this package has patched the method, also
 * underneath wrappers. Returns undefined when there is no such method.
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

/**
 * Returns the topmost prototype that has the method. Classes that extend it, which may be the application's own, call its
 * method.
 */
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

/** Gives the replacement the visible properties of the method, its name and its number of parameters, and the patch. */
function likeness(method: { name: string; length: number }, replacement: ApiMethod, patch: Patch): ApiMethod {
  return Object.defineProperties(replacement, {
    name: { value: method.name, configurable: true },
    length: { value: method.length, configurable: true },
    [PATCHED]: { value: patch },
  });
}
