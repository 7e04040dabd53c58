import { patchForGood, topOwnerOf, type Method } from "../patching/patch.ts";
import { shadow } from "../patching/shadow.ts";
import { promiseListeners } from "./promise-listeners.ts";
import { hearSharedResponse } from "./shared-response.ts";

/** Names of the methods that a listener hears. Not every SDK made by Stainless has the last one. */
const METHODS = ["parse", "_thenUnwrap", "asResponse", "_responseProps"] as const;

const REPLACEMENTS: Readonly<Record<(typeof METHODS)[number], (method: Method) => Method>> = {
  parse: (method) =>
    function parse(this: unknown): unknown {
      const listener = promiseListeners.get(this as object);
      if (listener !== undefined) return listener.parse(this as object, method);
      hearSharedResponse(this);
      return method.call(this);
    },
  _thenUnwrap: (method) =>
    function thenUnwrap(this: unknown, transform: unknown): unknown {
      const listener = promiseListeners.get(this as object);
      return listener === undefined
        ? method.call(this, transform)
        : listener.thenUnwrap(this as object, method, transform);
    },
  asResponse: (method) =>
    function asResponse(this: unknown): unknown {
      const listener = promiseListeners.get(this as object);
      return listener === undefined ? method.call(this) : listener.asResponse(this as object, method);
    },
  _responseProps: (method) =>
    function responseProps(this: unknown): unknown {
      const listener = promiseListeners.get(this as object);
      return listener === undefined ? method.call(this) : listener.responseProps(this as object, method);
    },
};

/** Prototypes of promises whose methods tell a listener. */
const listened = new WeakSet<object>();

/** Functions that stand in the place of a promise's own method. */
const ownReplacements = new WeakSet<object>();

/** Has a promise tell its listener, by the methods of its class and by those that the SDK has given only to the promise. */
export function listenToMethods(promise: object): void {
  listenToClass(promise);
  for (const name of METHODS) {
    if (!Object.hasOwn(promise, name)) continue;
    const own = (promise as Record<string, Method>)[name]!;
    if (typeof own !== "function" || ownReplacements.has(own)) continue;
    const replacement = REPLACEMENTS[name](own);
    ownReplacements.add(replacement);
    shadow(promise as Record<string, Method>, name, replacement);
  }
}

/** Patches the class for good. A promise without a listener is not affected. */
function listenToClass(promise: object): void {
  const prototype = Object.getPrototypeOf(promise) as object;
  if (listened.has(prototype)) return;
  listened.add(prototype);
  for (const name of METHODS) {
    const owner = topOwnerOf(promise, name);
    if (owner) patchForGood(owner, name, REPLACEMENTS[name]);
  }
}
