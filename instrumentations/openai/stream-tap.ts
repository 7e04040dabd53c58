import { isFields, logger } from "@svc/core";
import { ABORTED, CANCELLED, COMPLETE, UNREAD } from "./ending.ts";
import type { ObservedCall } from "./observed-call.ts";
import type { Accumulator } from "./operation.ts";
import { shadow } from "./shadow.ts";
import { withoutUsage } from "./stream-usage.ts";
import { expectSoon, type Expected } from "./turn.ts";
import { endWhenCollected, stopWaiting, type Unfinished } from "./unread.ts";

type Iterate = (...args: unknown[]) => AsyncIterator<unknown>;
type Step = (value?: unknown) => Promise<IteratorResult<unknown>>;
type Steps = { readonly next: Step; readonly return?: Step; readonly throw?: Step };

/** What is needed of a stream of the `openai` package. Iterating, `tee()` and `toReadableStream()` all call `iterator`. */
export interface ApiStream {
  iterator: Iterate;
  readonly controller?: { readonly signal?: AbortSignal };
}

/** Whether the value is a stream of the `openai` package, of whichever copy. */
export function isApiStream(value: unknown): value is ApiStream {
  return isFields(value) && typeof value.iterator === "function" && Symbol.asyncIterator in value;
}

/**
 * Listens to a stream in place: the application keeps its object, and nothing is read that it does not read.
 * Only the first iteration is listened to; the SDK refuses a second one.
 */
export function tapStream(stream: ApiStream, call: ObservedCall, accumulator: Accumulator): void {
  const tap = new StreamTap(stream, call, accumulator);
  const iterate = stream.iterator;
  let isTapped = false;
  stream.iterator = function iterator(this: ApiStream, ...args: unknown[]): AsyncIterator<unknown> {
    const source = Reflect.apply(iterate, this, args);
    if (!isTapped) {
      isTapped = true;
      tap.listenTo(source);
    }
    return source;
  };
  call.isStreaming = true;
  call.noteHeaders();
  expectSoon(tap);
}

/** Listens to one stream. Once its turn is over it does not refer to the stream, so that letting go of it can be noticed. */
class StreamTap implements Unfinished, Expected {
  readonly #call: ObservedCall;
  readonly #accumulator: Accumulator;
  readonly #signal: AbortSignal | undefined;
  /** The stream, until it is known whether it is read at once. */
  #stream: ApiStream | undefined;
  #isTaken = false;
  #isWaiting = false;
  #hasChunk = false;
  #hasContent = false;

  constructor(stream: ApiStream, call: ObservedCall, accumulator: Accumulator) {
    this.#stream = stream;
    this.#call = call;
    this.#accumulator = accumulator;
    this.#signal = stream.controller?.signal;
  }

  /** Whether the application has begun to read. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Until it is read, the stream can be aborted or let go of. */
  notTaken(): void {
    if (this.#signal?.aborted) {
      this.#onAbort();
      return;
    }
    this.#isWaiting = true;
    this.#signal?.addEventListener("abort", this.#onAbort, { once: true });
    if (this.#stream) endWhenCollected(this.#stream, this);
    this.#stream = undefined;
  }

  /** Puts listeners on the generator the application will read; it stays the generator of the SDK. */
  listenTo(source: AsyncIterator<unknown>): void {
    try {
      this.#isTaken = true;
      this.#stream = undefined;
      this.#stopWaiting();
      this.#isWaiting = true;
      endWhenCollected(source, this);
      const { next, return: leave, throw: raise } = source as Steps;
      // The application gets the promise after the listener, not the one before it: a rejection nobody handles stays one.
      const listen: Step = (value) => next.call(source, value).then(this.#onResult, this.#onError);
      const skip = async (value?: unknown): Promise<IteratorResult<unknown>> => {
        const result = await listen(value);
        return result.done || withoutUsage(result.value) ? result : skip();
      };
      shadow(source, "next", this.#call.hidesUsage ? skip : listen);
      if (leave) {
        shadow(source, "return", (value?: unknown) => {
          this.#finish(CANCELLED);
          return leave.call(source, value);
        });
      }
      if (raise) {
        shadow(source, "throw", (error?: unknown) => {
          this.#fail(error);
          return raise.call(source, error);
        });
      }
    } catch (error) {
      logger.errorOnce("Could not listen to a stream of the openai package; the stream itself is not affected", error);
      this.#finish(UNREAD);
    }
  }

  endUnread(): void {
    if (this.#hasChunk) this.#finish(UNREAD);
    else this.#call.endUnread(UNREAD);
  }

  readonly #onResult = (result: IteratorResult<unknown>): IteratorResult<unknown> => {
    if (result.done) this.#finish(this.#signal?.aborted ? ABORTED : COMPLETE);
    else this.#add(result.value);
    return result;
  };

  readonly #onError = (error: unknown): never => {
    this.#fail(error);
    throw error;
  };

  readonly #onAbort = (): void => this.#finish(ABORTED);

  #add(chunk: unknown): void {
    try {
      if (!this.#hasChunk) {
        this.#hasChunk = true;
        this.#call.noteFirstChunk();
      }
      if (this.#accumulator.add(chunk) && !this.#hasContent) {
        this.#hasContent = true;
        this.#call.noteFirstContent();
      }
    } catch (error) {
      logger.errorOnce("Could not read a chunk of an openai stream; the stream itself is not affected", error);
    }
  }

  #finish(ending: typeof COMPLETE): void {
    this.#stopWaiting();
    this.#call.streamEnded(this.#accumulator, ending);
  }

  #fail(error: unknown): void {
    this.#stopWaiting();
    this.#call.streamFailed(this.#accumulator, error);
  }

  #stopWaiting(): void {
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    this.#signal?.removeEventListener("abort", this.#onAbort);
    stopWaiting(this);
  }
}
