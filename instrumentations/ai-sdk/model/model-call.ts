import { context } from "@opentelemetry/api";
import { countOf, fieldsOf, isFields, withOwnedCall, type Fields } from "@svc/core/internal";
import { failedEnding, LEFT, type Step, type StepEnding } from "@svc/instrumentation";
import { listenedStream, PartialAnswer, type StreamListener } from "./streamed-answer.ts";

/** Listener to a model call. */
export interface ModelCallListener {
  /** Called when the stream is left before its end. */
  readonly onLeft: () => void;
  /** Called with an object that exists for as long as the application can read the answer to its end. */
  readonly onHeld: (holder: object) => void;
}

/** Model call in progress: its observation, its attempts, and its stream. */
export class ModelCall implements StreamListener {
  readonly #step: Step;
  readonly #startedMs: number;
  readonly #withContent: boolean;
  readonly #onLeft: () => void;
  readonly #onHeld: (holder: object) => void;
  #partial: PartialAnswer | undefined;
  #failure: unknown;
  #attempts = 0;

  constructor(step: Step, withContent: boolean, { onLeft, onHeld }: ModelCallListener) {
    this.#step = step;
    this.#startedMs = step.now();
    this.#withContent = withContent;
    this.#onLeft = onLeft;
    this.#onHeld = onHeld;
  }

  /** True after a failed attempt: the AI SDK may try again. */
  get isRetried(): boolean {
    return this.#failure !== undefined;
  }

  /** Message with what a stream has brought so far. */
  get partialAnswer(): unknown {
    return this.#partial?.message;
  }

  /**
   * Makes an attempt at the call inside its observation, and returns its result. The stream of a streamed result is replaced in the
   * same object, because the AI SDK knows the object again.
   */
  async attempt<T>(execute: () => PromiseLike<T>): Promise<T> {
    this.#attempts++;
    this.#failure = undefined;
    try {
      const result = await context.with(withOwnedCall(this.#step.context), execute);
      this.#listenTo(fieldsOf(result));
      return result;
    } catch (error) {
      this.#failure = error ?? new Error("The call failed without a reason");
      throw error;
    }
  }

  onPart(part: unknown): void {
    this.#partial?.add(part);
    const { type, error } = fieldsOf(part);
    if (type === "error") this.#failure = error;
  }

  onLeft(): void {
    this.end(LEFT);
    this.#onLeft();
  }

  #listenTo(result: Fields): void {
    const { stream, response } = result;
    if (!(stream instanceof ReadableStream) || stream.locked || Object.isFrozen(result)) return;
    this.#partial = new PartialAnswer();
    Reflect.set(result, "stream", listenedStream(stream, this));
    if (!isFields(response)) return;
    // The AI SDK keeps this object for as long as somebody can read the answer, and nobody else has it.
    const held = { ...response };
    Reflect.set(result, "response", held);
    this.#onHeld(held);
  }

  /** Ends the call. An answer that never became whole is recorded as far as it came. */
  end(ending: StepEnding): void {
    const partial = this.#withContent && ending.output === undefined ? this.partialAnswer : undefined;
    const failed = this.#failure === undefined || ending.failure !== undefined ? {} : failedEnding(this.#failure);
    this.#step.end({
      ...(partial !== undefined && { output: partial }),
      ...ending,
      ...failed,
      metadata: { ...fieldsOf(ending.metadata), ...(this.#attempts > 1 && { attempts: this.#attempts }) },
    });
  }

  /** Returns the time of the first output, which the AI SDK measures from the start of the call. */
  completionStart({ performance }: Fields): StepEnding {
    const afterMs = countOf(fieldsOf(performance).timeToFirstOutputMs);
    return afterMs === undefined ? {} : { completionStartTime: new Date(this.#startedMs + afterMs) };
  }
}
