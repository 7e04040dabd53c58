import { logger } from "@svc/core/internal";
import { ABORTED, CANCELLED, COMPLETE, UNREAD, type Ending } from "../call/ending.ts";
import type { ObservedCall } from "../call/observed-call.ts";
import type { Accumulator } from "../call/operation.ts";
import type { Expected } from "../call/turn.ts";
import { endWhenCollected, stopWaiting, type Unfinished } from "../call/unread.ts";
import { dataIn } from "../request/plain-data.ts";

/** Result of one step through a stream. */
export type StepResult = IteratorResult<unknown>;

/**
 * Listener to one stream, which ends the call. After the application's turn the listener refers to nothing through which the
 * stream can be read, so that the collection of the stream is noticed.
 */
export class StreamListener implements Unfinished, Expected {
  readonly #call: ObservedCall;
  readonly #accumulator: Accumulator;
  readonly #signal: AbortSignal | undefined;
  /** Stream, kept until it is known whether the application reads it at once. */
  #stream: object | undefined;
  #isTaken = false;
  #isWaiting = false;
  #onAbort: (() => void) | undefined;
  #hasChunk = false;
  #hasContent = false;

  constructor(stream: object, signal: AbortSignal | undefined, call: ObservedCall, accumulator: Accumulator) {
    this.#stream = stream;
    this.#signal = signal;
    this.#call = call;
    this.#accumulator = accumulator;
  }

  /** True when the application has begun to read. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Waits for an abort of the stream or for its collection, which are possible until the application reads it. */
  notTaken(): void {
    if (this.#signal?.aborted) {
      this.#finish(ABORTED);
      return;
    }
    this.#onAbort = () => this.#finish(ABORTED);
    this.#signal?.addEventListener("abort", this.#onAbort, { once: true });
    if (this.#stream) this.#waitFor(this.#stream);
    this.#stream = undefined;
  }

  /** Notes the object through which the application reads from now on. */
  takenBy(reader: object): void {
    this.#isTaken = true;
    this.#stream = undefined;
    this.#stopWaiting();
    this.#waitFor(reader);
  }

  endUnread(): void {
    if (this.#hasChunk) this.#finish(UNREAD);
    else this.#call.endUnread(UNREAD);
  }

  readonly onResult = (result: StepResult): StepResult => {
    if (result.done) this.#finish(this.#signal?.aborted ? ABORTED : COMPLETE);
    else this.#add(result.value);
    return result;
  };

  readonly onError = (error: unknown): never => {
    this.fail(error);
    throw error;
  };

  /** Ends the call, because the application reads no further. */
  leave(): void {
    this.#finish(CANCELLED);
  }

  /** Ends the call, because the stream cannot be listened to. */
  giveUp(): void {
    this.#finish(UNREAD);
  }

  /** Ends the call with an error, because the stream broke or the application broke it. */
  fail(error: unknown): void {
    this.#stopWaiting();
    this.#call.streamFailed(this.#accumulator, error);
  }

  #add(chunk: unknown): void {
    try {
      if (!this.#hasChunk) {
        this.#hasChunk = true;
        this.#call.noteFirstChunk();
      }
      if (this.#accumulator.add(this.#call.isForeign ? dataIn(chunk) : chunk) && !this.#hasContent) {
        this.#hasContent = true;
        this.#call.noteFirstContent();
      }
    } catch (error) {
      logger.errorOnce("Could not read a chunk of an openai stream; the stream itself is not affected", error);
    }
  }

  #finish(ending: Ending): void {
    this.#stopWaiting();
    this.#call.streamEnded(this.#accumulator, ending);
  }

  #waitFor(holder: object): void {
    this.#isWaiting = true;
    endWhenCollected(holder, this);
  }

  #stopWaiting(): void {
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    if (this.#onAbort) this.#signal?.removeEventListener("abort", this.#onAbort);
    stopWaiting(this);
  }
}
