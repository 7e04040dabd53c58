import { logger } from "@svc/core/internal";
import type { StepResult, StreamListener } from "./stream-listener.ts";
import { withoutUsage } from "./stream-usage.ts";

type Step = (value?: unknown) => Promise<StepResult>;

/** Object through which the application reads a stream: a generator, unless the application made the stream itself. */
export interface Steps {
  next: Step;
  return?: Step;
  throw?: Step;
}

/** Prototype that all asynchronous generators inherit from. */
const GENERATOR_PROTOTYPE: object = Object.getPrototypeOf(async function* () {}.prototype);

/**
 * Stand-in for the generator of a stream, with the same steps. Functions defined over those of the generator itself would cost
 * several times as much: each generator made by the SDK has a layout of its own.
 */
export class TappedGenerator {
  readonly #source: Steps;
  readonly #next: Step;
  readonly #listener: StreamListener;
  readonly #hidesUsage: boolean;

  private constructor(source: Steps, listener: StreamListener, hidesUsage: boolean) {
    this.#source = source;
    this.#next = source.next;
    this.#listener = listener;
    this.#hidesUsage = hidesUsage;
  }

  /**
   * Returns the generator that the application reads instead of `source`. With `hidesUsage`, it skips the chunk that only
   * brings the usage.
   */
  static over(source: Steps, listener: StreamListener, hidesUsage: boolean): Steps {
    try {
      const tapped: Steps = new TappedGenerator(source, listener, hidesUsage);
      for (const step of ["return", "throw"] as const) {
        if (source[step] === undefined) Object.defineProperty(tapped, step, { value: undefined });
      }
      listener.takenBy(tapped);
      return tapped;
    } catch (error) {
      logger.errorOnce("Could not listen to a stream of the openai package; the stream itself is not affected", error);
      listener.giveUp();
      return source;
    }
  }

  /** Returns the promise after the listener, not the one before it, so that an unhandled rejection stays unhandled. */
  next(value?: unknown): Promise<StepResult> {
    const heard = this.#next.call(this.#source, value).then(this.#listener.onResult, this.#listener.onError);
    return this.#hidesUsage ? this.#skipUsage(heard) : heard;
  }

  return(value?: unknown): Promise<StepResult> {
    this.#listener.leave();
    return this.#source.return!(value);
  }

  throw(error?: unknown): Promise<StepResult> {
    this.#listener.fail(error);
    return this.#source.throw!(error);
  }

  async #skipUsage(heard: Promise<StepResult>): Promise<StepResult> {
    const result = await heard;
    return result.done || withoutUsage(result.value) ? result : this.next();
  }
}

Reflect.deleteProperty(TappedGenerator.prototype, "constructor");
Object.setPrototypeOf(TappedGenerator.prototype, GENERATOR_PROTOTYPE);
