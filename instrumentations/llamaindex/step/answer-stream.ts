import { endWhenCollected, LEFT, ownData, shadow } from "@svc/instrumentation";
import { textOf } from "@svc/core/internal";
import type { OpenStep } from "./open-step.ts";

/** Reader of a streamed answer, which ends its step however the reading ends. */
class Reader {
  readonly #step: OpenStep;
  #text = "";

  constructor(step: OpenStep) {
    this.#step = step;
  }

  hear({ value, done }: IteratorResult<unknown>): void {
    if (done === true) this.#step.finish(this.#text);
    else this.#text += pieceOf(value);
  }

  fail(error: unknown): void {
    this.#step.fail(error);
  }

  leave(): void {
    this.#step.finish(this.#text, LEFT);
  }

  endUnread(): void {
    this.leave();
  }
}

/** Returns the text of a chunk of a model, or of the answer of an engine, whose `delta` is a getter of its class. */
function pieceOf(chunk: unknown): string {
  return textOf(ownData(chunk, "delta")) ?? textOf(ownData(ownData(chunk, "message"), "content")) ?? "";
}

/**
 * Listens to an answer that the application reads by `for await`. The object stays the application's. The step ends with the last
 * piece, when the application leaves the answer, or when the answer is dropped.
 */
export function tapAnswer(answer: AsyncIterable<unknown>, step: OpenStep): void {
  const reader = new Reader(step);
  const iterate = answer[Symbol.asyncIterator];
  endWhenCollected(answer, reader);
  shadow(answer, Symbol.asyncIterator, function listen(this: AsyncIterable<unknown>) {
    const steps = step.run(() => iterate.call(this));
    return listening(steps, reader, step);
  });
}

function listening(steps: AsyncIterator<unknown>, reader: Reader, step: OpenStep): AsyncIterator<unknown> {
  const next = steps.next.bind(steps);
  shadow(steps, "next", async (...args: []) => {
    try {
      const result = await step.run(() => next(...args));
      reader.hear(result);
      return result;
    } catch (error) {
      reader.fail(error);
      throw error;
    }
  });
  const leave = steps.return?.bind(steps);
  if (leave) {
    shadow(steps, "return", (value?: unknown) => {
      reader.leave();
      return step.run(() => leave(value));
    });
  }
  return steps;
}
