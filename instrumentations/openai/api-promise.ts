import { logger } from "@svc/core";
import { UNREAD } from "./ending.ts";
import { isFields } from "./fields.ts";
import type { ObservedCall } from "./observed-call.ts";
import { observeRawResponse, type RawResponse } from "./raw-response.ts";
import { shadow } from "./shadow.ts";
import { isApiStream, tapStream } from "./stream-tap.ts";
import { endWhenCollected, stopWaiting, type Unfinished } from "./unread.ts";

const THEN_UNWRAP = "_thenUnwrap";
const REQUEST_ID = "_request_id";

type Transform = (data: unknown, ...rest: unknown[]) => unknown;

/** What is needed of the promise class of the `openai` package, which reads the body only when someone waits for it. */
export interface ApiPromise {
  /** Resolves with the headers; reads no body. */
  asResponse(): Promise<RawResponse>;
  /** Reads the body, once; `then`, `catch`, `finally` and `withResponse` all come here. */
  parse(): Promise<unknown>;
  /** Another promise of the same class whose body goes through the function. */
  _thenUnwrap(transform: Transform): ApiPromise;
}

/** Whether the value is a promise of the `openai` package, of whichever copy. */
export function isApiPromise(value: unknown): value is ApiPromise {
  return (
    isFields(value) &&
    typeof value.asResponse === "function" &&
    typeof value.parse === "function" &&
    typeof value[THEN_UNWRAP] === "function"
  );
}

/** A promise like the one given, of the same class over the same response, that tells the call what becomes of it. */
export function observeApiPromise(promise: ApiPromise, call: ObservedCall): ApiPromise {
  const observed = promise[THEN_UNWRAP]((data) => {
    observeAnswer(data, call);
    lendRequestId(data);
    return data;
  });
  const watch = new PromiseWatch(promise, call);
  watch.follow(observed, takeRequestId);
  watch.waitFor(observed);
  return observed;
}

/**
 * The SDK gives whatever passes a transform a request id; up to openai 6 a stream that passes none has no such field, nor
 * has a response that is the answer itself, as with sounds. The field is there beforehand, so that it can be removed when
 * the SDK has set it, before the application looks.
 */
function lendRequestId(data: unknown): void {
  if (!isFields(data) || Object.hasOwn(data, REQUEST_ID) || !Object.isExtensible(data)) return;
  Object.defineProperty(data, REQUEST_ID, { value: undefined, configurable: true, enumerable: false });
}

function takeRequestId(data: unknown): void {
  if (!isFields(data) || !Object.getOwnPropertyDescriptor(data, REQUEST_ID)?.configurable) return;
  Reflect.deleteProperty(data, REQUEST_ID);
}

/** Records an answer that has been read, or listens to its stream. */
export function observeAnswer(data: unknown, call: ObservedCall): void {
  try {
    if (call.hasEnded || call.isStreaming) return;
    const accumulator = isApiStream(data) ? call.operation.accumulator?.() : undefined;
    if (accumulator && isApiStream(data)) tapStream(data, call, accumulator);
    else call.answered(data);
  } catch (error) {
    logger.errorOnce("Could not observe an answer of the openai package; the answer itself is not affected", error);
  }
}

/**
 * Follows one response: through the promises made over it, and before anyone has asked for it.
 *
 * While the application waits, no promise on its way gets a second listener: an error's stack names the awaiting functions
 * only where each promise has one.
 */
class PromiseWatch implements Unfinished {
  readonly #call: ObservedCall;
  /** Rejects as the request does. Left alone it is the unhandled rejection that the application would have had. */
  #failure: Promise<void> | undefined;
  #isWanted = false;
  #hasResponded = false;
  #isCollected = false;

  constructor(promise: ApiPromise, call: ObservedCall) {
    this.#call = call;
    // Whoever awaits the call has asked by then, and what rejects at once is not yet reported as unhandled.
    process.nextTick(queueMicrotask, () => {
      if (!this.#isWanted) this.#watchUnasked(promise);
    });
  }

  #watchUnasked(promise: ApiPromise): void {
    this.#failure = promise.asResponse().then(() => this.#onHeaders(), this.#onRejection);
  }

  /** Nobody has asked for anything yet, and perhaps nobody will. */
  waitFor(promise: ApiPromise): void {
    stopWaiting(this);
    endWhenCollected(promise, this);
  }

  /** Learns what is asked of the promise, and of every promise made from it. */
  follow(promise: ApiPromise, onParsed?: (data: unknown) => void): void {
    const parse = promise.parse.bind(promise);
    const thenUnwrap = promise[THEN_UNWRAP].bind(promise);
    const asResponse = promise.asResponse.bind(promise);
    let parsed: Promise<unknown> | undefined;
    shadow(promise, "parse", () => {
      this.#want();
      this.#call.isAnswerWanted = true;
      parsed ??= parse().then((data) => {
        onParsed?.(data);
        this.#call.settled();
        return data;
      }, this.#onRejection);
      return parsed;
    });
    shadow(promise, THEN_UNWRAP, (transform) => {
      const child = thenUnwrap(transform);
      this.follow(child);
      if (!this.#isWanted) this.waitFor(child);
      return child;
    });
    shadow(promise, "asResponse", () => {
      const response = asResponse();
      this.#want();
      return this.#call.isAnswerWanted ? response : response.then(this.#onRawResponse, this.#onRejection);
    });
  }

  #onHeaders(): void {
    this.#call.noteHeaders();
    this.#hasResponded = true;
    if (this.#isCollected) this.endUnread();
  }

  endUnread(): void {
    this.#isCollected = true;
    // The request is still under way, and may fail.
    if (this.#hasResponded) this.#call.endUnread(UNREAD);
  }

  /** Whoever asks gets the rejection himself. */
  #want(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    stopWaiting(this);
    this.#failure?.catch(() => undefined);
  }

  readonly #onRejection = (error: unknown): never => {
    this.#call.rejected(error);
    throw error;
  };

  readonly #onRawResponse = (response: RawResponse): RawResponse => {
    try {
      observeRawResponse(response, this.#call);
    } catch (error) {
      logger.errorOnce("Could not observe a response of the openai package; the response is not affected", error);
    }
    return response;
  };
}
