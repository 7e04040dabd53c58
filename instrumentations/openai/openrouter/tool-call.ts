import { context } from "@opentelemetry/api";
import { isFields } from "@svc/core/internal";
import { dataIn, followPromise, types, type Step, type StepEnding } from "@svc/instrumentation";
import { record } from "./record-safely.ts";
import { failureEnding } from "./run-ending.ts";

/** Tool that yields results before the last one. */
type Steps = AsyncGenerator<unknown, unknown, unknown>;

/** Execution of a tool, with its observation. */
export class ToolCall {
  readonly #step: Step;
  readonly #onEnd: (call: ToolCall) => void;
  #last: unknown;

  constructor(step: Step, onEnd: (call: ToolCall) => void) {
    this.#step = step;
    this.#onEnd = onEnd;
  }

  /** Calls the function of the tool. Returns what the application's function returns, or a promise or generator in its place. */
  run(call: () => unknown): unknown {
    let result: unknown;
    try {
      result = context.with(this.#step.context, call);
    } catch (error) {
      this.#fail(error);
      throw error;
    }
    if (types.isPromise(result)) {
      return followPromise(
        result,
        (value) => this.#succeed(value),
        (error) => this.#fail(error),
      );
    }
    if (isSteps(result)) return this.#heard(result);
    this.#succeed(result);
    return result;
  }

  /** Ends the observation of a tool whose results nobody reads any more. */
  end(ending: StepEnding): void {
    this.#step.end(ending);
    this.#onEnd(this);
  }

  #succeed(value: unknown): void {
    record(() => this.end({ output: this.#step.content.outputs ? dataIn(value) : undefined }));
  }

  #fail(error: unknown): void {
    record(() => this.end(failureEnding(error)));
  }

  /** Returns a generator with the same steps, each of which runs inside the observation. */
  #heard(steps: Steps): Steps {
    const heard = Object.create(Reflect.getPrototypeOf(steps)) as Steps;
    for (const name of ["next", "return", "throw"] as const) {
      if (typeof steps[name] !== "function") continue;
      heard[name] = (value?: unknown) => {
        const step = context.with(this.#step.context, () => steps[name](value));
        return followPromise(
          step,
          (result) => this.#onStep(result as IteratorResult<unknown>),
          (error) => this.#fail(error),
        ) as Promise<IteratorResult<unknown>>;
      };
    }
    heard[Symbol.asyncIterator] = () => heard;
    return heard;
  }

  #onStep({ done, value }: IteratorResult<unknown>): void {
    if (value !== undefined) this.#last = value;
    if (done === true) this.#succeed(this.#last);
  }
}

function isSteps(value: unknown): value is Steps {
  return (
    isFields(value) && typeof value[Symbol.asyncIterator as never] === "function" && typeof value.next === "function"
  );
}
