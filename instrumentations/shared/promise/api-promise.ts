import { types } from "#platform/types";
import { isFields } from "@svc/core/internal";
import { UNREAD } from "../call/ending.ts";
import type { AnswerReceiver } from "../call/answer-receiver.ts";
import type { Accumulator } from "../call/operation.ts";
import { ownData } from "../data/plain-data.ts";
import { logFault } from "../log-fault.ts";
import { shadow } from "../patching/shadow.ts";
import { isGenerator, tapGenerator } from "../stream/generator-tap.ts";
import { isReadable, tapReadable } from "../stream/readable-tap.ts";
import { isApiStream, tapIterable, tapStream } from "../stream/stream-tap.ts";
import { endWhenCollected, expectSoon, stopWaiting, type Expected, type Unfinished } from "../stream/unused-answer.ts";
import { observeRawResponse, type RawResponse } from "./raw-response.ts";
import { listenToShared, watchSharedResponses } from "./shared-response.ts";

const THEN_UNWRAP = "_thenUnwrap";
const RESPONSE_PROPS = "_responseProps";

type Transform = (data: unknown, ...rest: unknown[]) => unknown;

/** Methods needed of the promise class of an SDK made by Stainless, which reads the body only when the application waits for it. */
export interface ApiPromise {
  /**
   * Resolves with the headers. `asResponse` waits for it too, but tells an SDK that traces itself that the application takes the
   * response: the SDK then ends its span at once.
   */
  readonly responsePromise: Promise<unknown>;
  /** Resolves with the headers; reads no body. */
  asResponse: () => Promise<RawResponse>;
  /** Reads the body, once; `then`, `catch`, `finally` and `withResponse` all call it. */
  parse: () => Promise<unknown>;
  /** Returns another promise of the same class whose body goes through the function. */
  _thenUnwrap: (transform: Transform) => ApiPromise;
  /** Gives a helper of the SDK the response, to make another promise of. Only some SDKs have it. */
  _responseProps?: () => Promise<unknown>;
}

/** Returns true when the value is a promise of any loaded copy of such an SDK. */
export function isApiPromise(value: unknown): value is ApiPromise {
  return (
    isFields(value) &&
    !types.isProxy(value) &&
    isFields(value.responsePromise) &&
    typeof value.responsePromise.then === "function" &&
    typeof value.asResponse === "function" &&
    typeof value.parse === "function" &&
    typeof value[THEN_UNWRAP] === "function"
  );
}

/** Reports to the call what becomes of the promise and of every promise made from it. Changes the promise in place. */
export function observeApiPromise(promise: ApiPromise, call: AnswerReceiver): void {
  new PromiseWatch(promise, call).follow(promise, true);
}

/** Records an answer that has been read, or listens to its stream. */
export function observeAnswer(data: unknown, call: AnswerReceiver): void {
  try {
    if (call.hasEnded || call.isStreaming) return;
    if (isApiStream(data)) observeStream(data, call, tapStream);
    else if (isGenerator(data)) observeStream(data, call, tapGenerator);
    else if (isReadable(data)) observeStream(data, call, tapReadable);
    else if (isIterable(data)) observeStream(data, call, tapAbortable);
    else call.answered(data);
  } catch (error) {
    logFault(call.operation.library, "an answer", error);
  }
}

/** Returns true when the value can be read by `for await` alone. */
function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return isFields(value) && !types.isProxy(value) && typeof value[Symbol.asyncIterator as never] === "function";
}

/** Listens to an object that is read by `for await`, and that the application aborts by a signal or with the object itself. */
function tapAbortable(stream: AsyncIterable<unknown>, call: AnswerReceiver, accumulator: Accumulator): void {
  const controller = ownData(stream, "abortController");
  tapIterable(
    stream,
    call,
    accumulator,
    call.signal ?? (controller instanceof AbortController ? controller.signal : undefined),
  );
}

function observeStream<S>(
  stream: S,
  call: AnswerReceiver,
  tap: (stream: S, call: AnswerReceiver, accumulator: Accumulator) => void,
): void {
  const accumulator = call.operation.accumulator?.();
  call.forgetRequest();
  if (accumulator) tap(stream, call, accumulator);
  else call.answered(stream);
}

/**
 * Watch of one response, through the promises made over it, and before the application has asked for it.
 *
 * While the application waits, no promise on its way gets a second listener: an error's stack names the awaiting functions only
 * where each promise has one listener.
 */
class PromiseWatch implements Unfinished, Expected {
  readonly #call: AnswerReceiver;
  /** First promise, kept until it is known whether the application asks at once. */
  #first: ApiPromise | undefined;
  /**
   * Promise that rejects as the request does. Left alone, it is the unhandled rejection that the application would have had.
   */
  #failure: Promise<void> | undefined;
  #isTaken = false;
  #hasResponded = false;
  #isCollected = false;
  /** Promise that the application can still ask; held only weakly once it is known that the application has not asked yet. */
  #unasked: ApiPromise | undefined;
  #isWaiting = false;

  constructor(promise: ApiPromise, call: AnswerReceiver) {
    this.#call = call;
    this.#first = promise;
    this.#unasked = promise;
    expectSoon(this);
  }

  /** True when the application has asked for anything. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /**
   * Watches a response that the application has not asked for. A promise that rejects at once is not yet reported as unhandled.
   */
  notTaken(): void {
    queueMicrotask(() => {
      if (this.#first) this.#watchUnasked(this.#first.responsePromise);
    });
  }

  #watchUnasked(response: Promise<unknown>): void {
    this.#first = undefined;
    this.#failure = response.then(
      () => this.#onHeaders(),
      (error: unknown) => this.#reject(error),
    );
    this.#isWaiting = true;
    if (this.#unasked) this.#waitFor(this.#unasked);
    this.#unasked = undefined;
  }

  #onHeaders(): void {
    this.#call.noteHeaders();
    this.#hasResponded = true;
    if (this.#isCollected) this.endUnread();
  }

  /** Waits for the collection of a promise that the application has not asked yet, and perhaps never will. */
  #waitFor(promise: ApiPromise): void {
    if (!this.#isWaiting) {
      this.#unasked = promise;
      return;
    }
    stopWaiting(this);
    endWhenCollected(promise, this);
  }

  /** Watches the promise and every promise made from it. The first promise brings the answer as it came. */
  follow(promise: ApiPromise, isFirst: boolean): void {
    const { parse, [THEN_UNWRAP]: thenUnwrap, asResponse } = promise;
    let parsed: Promise<unknown> | undefined;
    shadow(promise, "parse", () => {
      this.#want();
      this.#call.isAnswerWanted = true;
      parsed ??= parse.call(promise).then(
        (data) => {
          if (isFirst) observeAnswer(data, this.#call);
          this.#call.settled();
          return data;
        },
        (error: unknown) => this.#reject(error),
      );
      return parsed;
    });
    shadow(promise, THEN_UNWRAP, (transform) => {
      const child = thenUnwrap.call(promise, isFirst ? this.#listening(transform) : transform);
      this.follow(child, false);
      if (!this.#isTaken) this.#waitFor(child);
      return child;
    });
    shadow(promise, "asResponse", () => {
      const response = asResponse.call(promise);
      this.#want();
      return this.#call.isAnswerWanted ? response : this.#listenTo(response);
    });
    if (isFirst && typeof promise[RESPONSE_PROPS] === "function") this.#followHelper(promise, promise[RESPONSE_PROPS]);
  }

  /** Watches the promise that a helper makes of the response. The helper may read the answer there, or in this promise. */
  #followHelper(promise: ApiPromise, responseProps: () => Promise<unknown>): void {
    shadow(promise, RESPONSE_PROPS, () => {
      this.#want();
      watchSharedResponses(promise);
      return responseProps.call(promise).then(
        (response) => {
          this.#hasResponded = true;
          this.#call.noteHeaders();
          listenToShared(response, (data) => {
            observeAnswer(data, this.#call);
            this.#call.settled();
          });
          return response;
        },
        (error: unknown) => this.#reject(error),
      );
    });
  }

  endUnread(): void {
    this.#isCollected = true;
    // Before the response, the request is still in progress and may fail.
    if (this.#hasResponded) this.#call.endUnread(UNREAD);
  }

  /** Notes that the application has asked. The application's own promise then brings the rejection. */
  #want(): void {
    if (this.#isTaken) return;
    this.#isTaken = true;
    this.#first = undefined;
    this.#unasked = undefined;
    if (this.#isWaiting) stopWaiting(this);
    this.#failure?.catch(() => undefined);
  }

  /**
   * Wraps the transform of a child promise. The child reads the body itself, and its reader gets the answer before any other.
   */
  #listening(transform: Transform): Transform {
    return (data, ...rest) => {
      observeAnswer(data, this.#call);
      return transform(data, ...rest);
    };
  }

  #reject(error: unknown): never {
    this.#call.rejected(error);
    throw error;
  }

  #listenTo(response: Promise<RawResponse>): Promise<RawResponse> {
    return response.then(
      (raw) => {
        try {
          observeRawResponse(raw, this.#call);
        } catch (error) {
          logFault(this.#call.operation.library, "an HTTP response", error);
        }
        return raw;
      },
      (error: unknown) => this.#reject(error),
    );
  }
}
