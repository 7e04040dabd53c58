import { patchForGood, topOwnerOf, type Method } from "../patching/patch.ts";
import { promiseListeners } from "./promise-listeners.ts";
import { hearSharedResponse } from "./shared-response.ts";

/** Replacements of the methods that a listener hears. Not every SDK made by Stainless has the last one. */
const REPLACEMENTS: Readonly<Record<string, (method: Method) => Method>> = {
  parse: (method) =>
    function parse(this: unknown): unknown {
      const listener = promiseListeners.get(this);
      if (listener !== undefined) return listener.parse(this as object, method);
      hearSharedResponse(this);
      return method.call(this);
    },
  _thenUnwrap: (method) =>
    function thenUnwrap(this: unknown, transform: unknown): unknown {
      const listener = promiseListeners.get(this);
      return listener === undefined
        ? method.call(this, transform)
        : listener.thenUnwrap(this as object, method, transform);
    },
  asResponse: (method) =>
    function asResponse(this: unknown): unknown {
      const listener = promiseListeners.get(this);
      return listener === undefined ? method.call(this) : listener.asResponse(this as object, method);
    },
  _responseProps: (method) =>
    function responseProps(this: unknown): unknown {
      const listener = promiseListeners.get(this);
      return listener === undefined ? method.call(this) : listener.responseProps(this as object, method);
    },
};

/** Prototypes of promises whose methods tell a listener. */
const listened = new WeakSet<object>();

/** Has the class of a promise tell the listener of each of its promises. A promise without a listener is not affected. */
export function listenToClass(promise: object): void {
  const prototype = Object.getPrototypeOf(promise) as object;
  if (listened.has(prototype)) return;
  listened.add(prototype);
  for (const name in REPLACEMENTS) {
    const owner = topOwnerOf(promise, name);
    if (owner) patchForGood(owner, name, REPLACEMENTS[name]!);
  }
}
