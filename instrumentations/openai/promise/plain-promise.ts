import type { ObservedCall } from "../call/observed-call.ts";
import { observeAnswer } from "./api-promise.ts";

/**
 * Observes a promise that is not the SDK's own, as a client with another transport may give.
 * A native promise is replaced by the one after our listeners, so that a rejection nobody handles stays one; any other
 * kind is returned as it is.
 */
export function observePromise(promise: PromiseLike<unknown>, call: ObservedCall): PromiseLike<unknown> {
  call.isForeign = true;
  const isNative = promise instanceof Promise && Object.getPrototypeOf(promise) === Promise.prototype;
  const after = promise.then(
    (data) => {
      observeAnswer(data, call);
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
