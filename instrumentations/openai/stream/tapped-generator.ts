import { logger } from "@svc/core";
import type { StepResult, StreamListener } from "./stream-listener.ts";
import { withoutUsage } from "./stream-usage.ts";

type Step = (value?: unknown) => Promise<StepResult>;

/** What the application goes through a stream with: a generator, unless it made the stream itself. */
export interface Steps {
  next: Step;
  return?: Step;
  throw?: Step;
}

/** What every asynchronous generator inherits, whichever function made it. */
const GENERATOR_PROTOTYPE: object = Object.getPrototypeOf(async function* () {}.prototype);

/**
 * Stands before the generator of a stream and looks like it, step for step. To put functions over those of the generator
 * itself costs several times as much: each one made by the SDK has a layout of its own.
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

  /** What the application is to read instead of `source`; with `hidesUsage`, without the chunk that only brings the usage. */
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

  /** The application gets the promise after the listener, not the one before it: a rejection nobody handles stays one. */
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
