import { isFields } from "@svc/core/internal";
import { types } from "#platform/types";
import type { AnswerReceiver } from "../call/answer-receiver.ts";
import { ownData } from "../data/plain-data.ts";
import { observeAnswer } from "./observed-answer.ts";

/** Promise of an SDK made by Fern, which gives the data of a response, or the response with its data. */
interface ResponsePromise {
  /** Promise of the response with its data. All other promises are made of it when the application asks for them. */
  innerPromise: Promise<{ readonly data: unknown }>;
}

/** Returns true when the value is a promise of any loaded copy of such an SDK. */
export function isResponsePromise(value: unknown): value is ResponsePromise {
  return types.isPromise(value) && isFields(value) && types.isPromise(ownData(value, "innerPromise"));
}

/**
 * Reports the answer to the call. The promise that the application has stays the same object. Its inner promise becomes one
 * after the listeners, so that an unhandled rejection stays unhandled.
 */
export function observeResponsePromise(promise: ResponsePromise, call: AnswerReceiver): void {
  promise.innerPromise = promise.innerPromise.then(
    (response) => {
      observeAnswer(ownData(response, "data"), call);
      call.endRead();
      return response;
    },
    (error: unknown) => {
      call.endFailed(error);
      throw error;
    },
  );
}
