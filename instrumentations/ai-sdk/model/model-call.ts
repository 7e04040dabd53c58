import { context } from "@opentelemetry/api";
import { countOf, fieldsOf, isFields, withOwnedCall, type Fields } from "@svc/core/internal";
import { failedEnding, LEFT, type Step, type StepEnding } from "@svc/instrumentation";
import { recordSafely } from "../record-safely.ts";
import { listenTo, PartialAnswer, type StreamListener } from "./streamed-answer.ts";

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
  readonly #onLeft: () => void;
  readonly #onHeld: (holder: object) => void;
  #partial: PartialAnswer | undefined;
  #onStreamEnd: (() => void) | undefined;
  #failure: unknown;
  #attempts = 0;

  constructor(step: Step, { onLeft, onHeld }: ModelCallListener) {
    this.#step = step;
    this.#startedMs = step.now();
    this.#onLeft = onLeft;
    this.#onHeld = onHeld;
  }

  /** True after a failed attempt: the AI SDK may try again. */
  get isRetried(): boolean {
    return this.#failure !== undefined;
  }

  /** Error of the latest attempt or of its stream. */
  get failure(): unknown {
    return this.#failure;
  }

  /** Message with what a stream has brought so far. */
  get partialAnswer(): unknown {
    return this.#partial?.message;
  }

  /**
   * Makes an attempt at the call inside its observation, and returns its result. Listens to the stream of a streamed result.
   */
  async attempt<T>(execute: () => PromiseLike<T>): Promise<T> {
    this.#attempts++;
    this.#failure = undefined;
    try {
      const result = await context.with(withOwnedCall(this.#step.context), execute);
      recordSafely(() => this.listenTo(fieldsOf(result)));
      return result;
    } catch (error) {
      this.#failure = error ?? new Error("The call failed without a reason");
      throw error;
    }
  }

  onPart(part: unknown): void {
    recordSafely(() => {
      this.#partial?.add(part);
      const { type, error } = fieldsOf(part);
      if (type === "error") this.#failure = error ?? new Error("The stream failed without a reason");
    });
  }

  onEnd(failure?: { readonly error: unknown }): void {
    if (failure !== undefined) this.#failure = failure.error ?? new Error("The stream failed without a reason");
    recordSafely(() => this.#onStreamEnd?.());
  }

  onLeft(): void {
    recordSafely(() => {
      this.end(LEFT);
      this.#onLeft();
    });
  }

  /**
   * Listens to the stream of a streamed result. `answer` collects the parts, and `onEnd` is called at the end of the stream, also
   * when it failed.
   */
  listenTo(result: Fields, answer: PartialAnswer = new PartialAnswer(), onEnd?: () => void): void {
    const { stream, response } = result;
    if (!(stream instanceof ReadableStream) || stream.locked || !Object.isExtensible(stream)) return;
    this.#partial = answer;
    this.#onStreamEnd = onEnd;
    listenTo(stream, this);
    const { headers } = fieldsOf(response);
    // The AI SDK keeps the headers for as long as somebody can read the answer. The result itself may be a copy that it drops.
    if (isFields(headers)) this.#onHeld(headers);
  }

  /** Ends the call. An answer that never became whole is recorded as far as it came. */
  end(ending: StepEnding): void {
    const partial = ending.output === undefined ? this.partialAnswer : undefined;
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
