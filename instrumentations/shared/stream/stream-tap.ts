import { ABORTED, CANCELLED, COMPLETE, UNREAD, type Ending } from "../call/ending.ts";
import type { AnswerReceiver } from "../call/answer-receiver.ts";
import type { Accumulator } from "../call/operation.ts";
import { ownData } from "../data/plain-data.ts";
import { logFault } from "../log-fault.ts";
import { shadow } from "../patching/shadow.ts";
import { endWhenCollected, expectSoon, stopWaiting, type Expected, type Unfinished } from "./unused-answer.ts";

/** Result of one step through a stream. */
export type StepResult = IteratorResult<unknown>;

type Step = (value?: unknown) => Promise<StepResult>;

/** Object through which the application reads a stream: a generator, unless the application made the stream itself. */
interface Steps {
  next: Step;
  return?: Step;
  throw?: Step;
}

type Iterate = (...args: unknown[]) => Steps;

/** Members needed of a stream of an SDK made by Stainless. Iteration, `tee()` and `toReadableStream()` all call `iterator`. */
export interface ApiStream {
  iterator: Iterate;
  readonly controller?: { readonly signal?: AbortSignal };
}

/** Returns true when the value is a stream of any loaded copy of such an SDK. */
export function isApiStream(value: unknown): value is ApiStream {
  return typeof ownData(value, "iterator") === "function" && Symbol.asyncIterator in (value as object);
}

/**
 * Listens to a stream in place. The application keeps its object, and only the application reads the stream. Only the first
 * iteration is listened to; the SDK refuses a second one.
 */
export function tapStream(stream: ApiStream, call: AnswerReceiver, accumulator: Accumulator): void {
  const listener = new StreamListener(stream, stream.controller?.signal, call, accumulator);
  stream.iterator = tappedOnce(stream.iterator, listener, call);
}

/**
 * Listens to an object that is read by `for await`, in place. `signal` is the application's: an error after an abort is that of
 * the abort.
 */
export function tapIterable(
  stream: AsyncIterable<unknown>,
  call: AnswerReceiver,
  accumulator: Accumulator,
  signal: AbortSignal | undefined,
): void {
  const listener = new StreamListener(stream, signal, call, accumulator, true);
  const iterate = stream[Symbol.asyncIterator] as Iterate;
  shadow(stream, Symbol.asyncIterator, tappedOnce(iterate, listener, call) as never);
}

/** Returns a function that iterates as `iterate` does, and tells the listener of the first iteration. */
function tappedOnce(iterate: Iterate, listener: StreamListener, call: AnswerReceiver): Iterate {
  let isTapped = false;
  call.isStreaming = true;
  call.noteHeaders();
  expectSoon(listener);
  return function iterator(this: unknown, ...args: unknown[]): Steps {
    const source = Reflect.apply(iterate, this, args);
    if (isTapped) return source;
    isTapped = true;
    return TappedGenerator.over(source, listener, call.hideUsage);
  };
}

/**
 * Listener to one stream, which ends the call. After the application's turn the listener refers to nothing through which the
 * stream can be read, so that the collection of the stream is noticed.
 */
export class StreamListener implements Unfinished, Expected {
  readonly #call: AnswerReceiver;
  readonly #accumulator: Accumulator;
  readonly #signal: AbortSignal | undefined;
  /** Stream, kept until it is known whether the application reads it at once. */
  #stream: object | undefined;
  #isTaken = false;
  #isWaiting = false;
  #onAbort: (() => void) | undefined;
  /** True when an abort makes the stream throw. The signal of an SDK made by Stainless is aborted after every error. */
  readonly #throwsOnAbort: boolean;
  #hasChunk = false;
  #hasContent = false;

  constructor(
    stream: object,
    signal: AbortSignal | undefined,
    call: AnswerReceiver,
    accumulator: Accumulator,
    throwsOnAbort = false,
  ) {
    this.#throwsOnAbort = throwsOnAbort;
    this.#stream = stream;
    this.#signal = signal;
    this.#call = call;
    this.#accumulator = accumulator;
    call.reader = this;
  }

  /** True when the application has begun to read. */
  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Waits for an abort of the stream or for its collection, which are possible until the application reads it. */
  notTaken(): void {
    if (this.#signal?.aborted) {
      this.#end(ABORTED);
      return;
    }
    this.#onAbort = () => this.#end(ABORTED);
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
    if (this.#hasChunk) this.#end(UNREAD);
    else this.#call.endUnread(UNREAD);
  }

  readonly onResult = (result: StepResult): StepResult => {
    if (result.done) this.#end(this.#signal?.aborted ? ABORTED : COMPLETE);
    else this.#add(result.value);
    return result;
  };

  readonly onError = (error: unknown): never => {
    if (this.#throwsOnAbort && this.#signal?.aborted) this.#end(ABORTED);
    else this.endFailed(error);
    throw error;
  };

  /** Ends the call, because a stream broke whose signal the stream does not hold. */
  endBroken(error: unknown): void {
    if (this.#signal?.aborted) this.#end(ABORTED);
    else this.endFailed(error);
  }

  /** Ends the call, because the application reads no further. */
  endLeft(): void {
    this.#end(CANCELLED);
  }

  /** Ends the call, because the stream cannot be listened to. */
  endUntapped(error: unknown): void {
    logFault(this.#call.operation.library, "a stream", error);
    this.#end(UNREAD);
  }

  /** Ends the call with an error, because the stream broke or the application broke it. */
  endFailed(error: unknown): void {
    this.#stopWaiting();
    this.#call.endBrokenStream(this.#accumulator, error);
  }

  #add(chunk: unknown): void {
    try {
      if (!this.#hasChunk) {
        this.#hasChunk = true;
        this.#call.noteFirstChunk();
      }
      if (this.#accumulator.add(this.#call.readable(chunk)) && !this.#hasContent) {
        this.#hasContent = true;
        this.#call.noteFirstContent();
      }
    } catch (error) {
      logFault(this.#call.operation.library, "a chunk of a stream", error);
    }
  }

  #end(ending: Ending): void {
    this.#stopWaiting();
    this.#call.endStream(this.#accumulator, ending);
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

/** Prototype that all asynchronous generators inherit from. */
const GENERATOR_PROTOTYPE: object = Object.getPrototypeOf(async function* () {}.prototype);

/**
 * Stand-in for the generator of a stream, with the same steps. Functions defined over those of the generator itself would cost
 * several times as much: each generator made by the SDK has a layout of its own.
 */
class TappedGenerator {
  readonly #source: Steps;
  readonly #next: Step;
  readonly #listener: StreamListener;
  readonly #hideUsage: AnswerReceiver["hideUsage"];

  private constructor(source: Steps, listener: StreamListener, hideUsage: AnswerReceiver["hideUsage"]) {
    this.#source = source;
    this.#next = source.next;
    this.#listener = listener;
    this.#hideUsage = hideUsage;
  }

  /**
   * Returns the generator that the application reads instead of `source`. `hideUsage` says which chunks it
   * skips.
   */
  static over(source: Steps, listener: StreamListener, hideUsage: AnswerReceiver["hideUsage"]): Steps {
    try {
      const tapped: Steps = new TappedGenerator(source, listener, hideUsage);
      for (const step of ["return", "throw"] as const) {
        if (source[step] === undefined) Object.defineProperty(tapped, step, { value: undefined });
      }
      listener.takenBy(tapped);
      return tapped;
    } catch (error) {
      listener.endUntapped(error);
      return source;
    }
  }

  /** Returns the promise after the listener, not the one before it, so that an unhandled rejection stays unhandled. */
  next(value?: unknown): Promise<StepResult> {
    const heard = this.#next.call(this.#source, value).then(this.#listener.onResult, this.#listener.onError);
    return this.#hideUsage ? this.#skipUsage(heard, this.#hideUsage) : heard;
  }

  return(value?: unknown): Promise<StepResult> {
    this.#listener.endLeft();
    return this.#source.return!(value);
  }

  throw(error?: unknown): Promise<StepResult> {
    this.#listener.endFailed(error);
    return this.#source.throw!(error);
  }

  async #skipUsage(heard: Promise<StepResult>, hideUsage: (chunk: unknown) => boolean): Promise<StepResult> {
    const result = await heard;
    return result.done || hideUsage(result.value) ? result : this.next();
  }
}

Reflect.deleteProperty(TappedGenerator.prototype, "constructor");
Object.setPrototypeOf(TappedGenerator.prototype, GENERATOR_PROTOTYPE);
