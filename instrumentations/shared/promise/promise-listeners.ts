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
  get(promise: unknown): PromiseListener | undefined;
  /** Listeners by the response that a helper of the SDK was given; absent until the first. */
  ofResponses?: WeakMap<object, (data: unknown) => void>;
}

/** Class whose constructor returns the promise: a class that extends it gives its own fields to the promise. */
const GivenPromise = function (promise: object): object {
  return promise;
} as unknown as new (promise: object) => object;

/**
 * Listener in a private field of the promise, which nobody else sees. A map takes several times as long, and so does a property
 * that is not enumerable.
 */
class ListenedPromise extends GivenPromise {
  #listener: PromiseListener;

  constructor(promise: object, listener: PromiseListener) {
    super(promise);
    this.#listener = listener;
  }

  static set(this: void, promise: object, listener: PromiseListener): void {
    if (#listener in promise) promise.#listener = listener;
    else void new ListenedPromise(promise, listener);
  }

  static get(this: void, promise: unknown): PromiseListener | undefined {
    return typeof promise === "object" && promise !== null && #listener in promise ? promise.#listener : undefined;
  }
}

const KEY: unique symbol = Symbol.for("svc.promise-listeners") as never;

function sharedListeners(): PromiseListeners {
  const holder = globalThis as { [KEY]?: PromiseListeners };
  if (holder[KEY] === undefined) {
    Object.defineProperty(holder, KEY, { value: { set: ListenedPromise.set, get: ListenedPromise.get } });
  }
  return holder[KEY]!;
}

/** Listeners of this process. */
export const promiseListeners: PromiseListeners = /* @__PURE__ */ sharedListeners();
