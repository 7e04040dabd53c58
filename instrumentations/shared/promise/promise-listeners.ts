import type { Method } from "../patching/patch.ts";

/** Listener to the methods of one promise, each of which is given the method of the class. */
export interface PromiseListener {
  parse(promise: object, parse: Method): unknown;
  thenUnwrap(promise: object, thenUnwrap: Method, transform: unknown): unknown;
  asResponse(promise: object, asResponse: Method): unknown;
  responseProps(promise: object, responseProps: Method): unknown;
}

/** Listeners by their promises, and listeners to the answers that are read out of a response. All copies of this code share them. */
export interface PromiseListeners {
  set(promise: object, listener: PromiseListener): void;
  get(promise: object): PromiseListener | undefined;
  /** Listeners by the response that a helper of the SDK was given; absent until the first. */
  ofResponses?: WeakMap<object, (data: unknown) => void>;
}

const KEY: unique symbol = Symbol.for("svc.promise-listeners") as never;

function sharedListeners(): PromiseListeners {
  const holder = globalThis as { [KEY]?: PromiseListeners };
  if (holder[KEY] === undefined) {
    Object.defineProperty(holder, KEY, { value: new WeakMap<object, PromiseListener>() });
  }
  return holder[KEY]!;
}

export const promiseListeners: PromiseListeners = /* @__PURE__ */ sharedListeners();
