import type { ObservedCall } from "../call/observed-call.ts";
import { observeAnswer } from "./api-promise.ts";

/**
 * Observes a promise that is not the SDK's own, such as one of a client with another transport. For a native promise, returns
 * the promise after the listeners, so that an unhandled rejection stays unhandled. Any other promise is returned as it is.
 * `observe` is called with the answer, and must not throw.
 */
export function observePromise(
  promise: PromiseLike<unknown>,
  call: ObservedCall,
  observe: (data: unknown, call: ObservedCall) => void = observeAnswer,
): PromiseLike<unknown> {
  call.isForeign = true;
  const isNative = promise instanceof Promise && Object.getPrototypeOf(promise) === Promise.prototype;
  const after = promise.then(
    (data) => {
      observe(data, call);
      call.settled();
      return data;
    },
    (error: unknown) => {
      call.rejected(error);
      if (isNative) throw error;
    },
  );
  return isNative ? after : promise;
}
