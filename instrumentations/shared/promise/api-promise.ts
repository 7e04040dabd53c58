import { types } from "#platform/types";
import { isFields } from "@svc/core/internal";
import type { AnswerReceiver } from "../call/answer-receiver.ts";
import { UNREAD } from "../call/ending.ts";
import { logFault } from "../log-fault.ts";
import type { Method } from "../patching/patch.ts";
import { endWhenCollected, expectSoon, stopWaiting, type Expected, type Unfinished } from "../stream/unused-answer.ts";
import { noteOrigin, noteOriginWhenParsed } from "./answer-origin.ts";
import { listenToMethods } from "./listened-methods.ts";
import { observeAnswer } from "./observed-answer.ts";
import { promiseListeners, type PromiseListener } from "./promise-listeners.ts";
import { observeRawResponse, type RawResponse } from "./raw-response.ts";
import { listenToShared, watchSharedResponses } from "./shared-response.ts";

const THEN_UNWRAP = "_thenUnwrap";

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
  noteOriginWhenParsed(promise, call);
  new PromiseWatch(promise, call).follow(promise, true);
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
      (error: unknown) => this.reject(error),
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
    listenToMethods(promise);
    const inner = promiseListeners.get(promise);
    const outer = new WatchedPromise(this, this.#call, isFirst);
    promiseListeners.set(promise, inner === undefined ? outer : nested(outer, inner));
  }

  /** Follows a promise that was made of a watched one. */
  followChild(child: ApiPromise): void {
    this.follow(child, false);
    if (!this.#isTaken) this.#waitFor(child);
  }

  /** Notes the response that a helper of the SDK was given. */
  noteResponse(): void {
    this.#hasResponded = true;
    this.#call.noteHeaders();
  }

  endUnread(): void {
    this.#isCollected = true;
    // Before the response, the request is still in progress and may fail.
    if (this.#hasResponded) this.#call.endUnread(UNREAD);
  }

  /** Notes that the application has asked. The application's own promise then brings the rejection. */
  want(): void {
    if (this.#isTaken) return;
    this.#isTaken = true;
    this.#first = undefined;
    this.#unasked = undefined;
    if (this.#isWaiting) stopWaiting(this);
    this.#failure?.catch(() => undefined);
  }

  /** Ends the call with the rejection, and rejects. */
  reject(error: unknown): never {
    this.#call.endFailed(error);
    throw error;
  }
}

/** Returns the listener of a promise that the method of another recorded call has returned: the outer one hears the inner one. */
function nested(outer: PromiseListener, inner: PromiseListener): PromiseListener {
  return {
    parse: (promise, parse) => outer.parse(promise, () => inner.parse(promise, parse)),
    thenUnwrap: (promise, thenUnwrap, transform) =>
      outer.thenUnwrap(promise, (seen) => inner.thenUnwrap(promise, thenUnwrap, seen), transform),
    asResponse: (promise, asResponse) => outer.asResponse(promise, () => inner.asResponse(promise, asResponse)),
    responseProps: (promise, props) => outer.responseProps(promise, () => inner.responseProps(promise, props)),
  };
}

/** Promise that a watch follows. It does not refer to the promise, so that its collection is noticed. */
class WatchedPromise implements PromiseListener {
  readonly #watch: PromiseWatch;
  readonly #call: AnswerReceiver;
  readonly #isFirst: boolean;
  #parsed: Promise<unknown> | undefined;

  constructor(watch: PromiseWatch, call: AnswerReceiver, isFirst: boolean) {
    this.#watch = watch;
    this.#call = call;
    this.#isFirst = isFirst;
  }

  parse(promise: ApiPromise, parse: Method): Promise<unknown> {
    this.#watch.want();
    this.#call.isAnswerWanted = true;
    this.#parsed ??= (parse.call(promise) as Promise<unknown>).then(
      (data) => {
        if (this.#isFirst) observeAnswer(data, this.#call);
        this.#call.endRead();
        return data;
      },
      (error: unknown) => this.#watch.reject(error),
    );
    return this.#parsed;
  }

  thenUnwrap(promise: ApiPromise, thenUnwrap: Method, transform: Transform): ApiPromise {
    const child = thenUnwrap.call(promise, this.#isFirst ? this.#listening(transform) : transform) as ApiPromise;
    this.#watch.followChild(child);
    return child;
  }

  asResponse(promise: ApiPromise, asResponse: Method): Promise<RawResponse> {
    const response = asResponse.call(promise) as Promise<RawResponse>;
    this.#watch.want();
    return this.#call.isAnswerWanted ? response : this.#listenTo(response);
  }

  /** Watches the promise that a helper makes of the response. The helper may read the answer there, or in this promise. */
  responseProps(promise: ApiPromise, responseProps: Method): unknown {
    const response = responseProps.call(promise) as Promise<unknown>;
    if (!this.#isFirst) return response;
    this.#watch.want();
    watchSharedResponses();
    return response.then(
      (props) => {
        this.#watch.noteResponse();
        noteOrigin(props, this.#call);
        listenToShared(props, (data) => {
          observeAnswer(data, this.#call);
          this.#call.endRead();
        });
        return props;
      },
      (error: unknown) => this.#watch.reject(error),
    );
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
      (error: unknown) => this.#watch.reject(error),
    );
  }
}
