import type { AnswerReceiver } from "../call/answer-receiver.ts";
import { observeAnswer } from "./observed-answer.ts";

/**
 * Listens to a promise. For a native promise, returns the promise after the listeners, so that an unhandled rejection stays
 * unhandled. Any other promise is returned as it is. The listeners must not throw.
 */
export function followPromise(
  promise: PromiseLike<unknown>,
  fulfilled: (data: unknown) => void,
  rejected: (error: unknown) => void,
): PromiseLike<unknown> {
  const isNative = promise instanceof Promise && Object.getPrototypeOf(promise) === Promise.prototype;
  const after = promise.then(
    (data) => {
      fulfilled(data);
      return data;
    },
    (error: unknown) => {
      rejected(error);
      if (isNative) throw error;
    },
  );
  return isNative ? after : promise;
}

/**
 * Observes a promise that is not the SDK's own, such as one of a client with another transport. `observe` is called with the
 * answer, and must not throw.
 */
export function observePromise(
  promise: PromiseLike<unknown>,
  call: AnswerReceiver,
  observe: (data: unknown, call: AnswerReceiver) => void = observeAnswer,
): PromiseLike<unknown> {
  call.isForeign = true;
  return followPromise(
    promise,
    (data) => {
      observe(data, call);
      call.endRead();
    },
    (error) => call.endFailed(error),
  );
}
