import type { AnswerReceiver } from "../call/answer-receiver.ts";
import type { Accumulator } from "../call/operation.ts";
import { ownData } from "../data/plain-data.ts";
import { expectSoon } from "./unused-answer.ts";
import { StreamListener, type StepResult } from "./stream-tap.ts";

type Step = (value?: unknown) => Promise<StepResult>;

/** Asynchronous generator with steps of its own, as TypeScript compiles one for older runtimes. */
export interface OwnGenerator {
  next: Step;
  return: Step;
  throw: Step;
}

/** Returns true when the value is such a generator. */
export function isGenerator(value: unknown): value is OwnGenerator {
  return (
    typeof ownData(value, "next") === "function" &&
    typeof ownData(value, "return") === "function" &&
    typeof ownData(value, "throw") === "function"
  );
}

/** Listens to a generator in place. The application keeps its object, and only the application reads the stream. */
export function tapGenerator(stream: OwnGenerator, call: AnswerReceiver, accumulator: Accumulator): void {
  const listener = new StreamListener(stream, call.signal, call, accumulator);
  const { next, return: leave, throw: fail } = stream;
  const onError = (error: unknown): never => {
    listener.endBroken(error);
    throw error;
  };
  // Returns the promise after the listener, so that an unhandled rejection stays unhandled.
  stream.next = function (value) {
    if (!listener.isTaken) listener.takenBy(stream);
    return next.call(stream, value).then(listener.onResult, onError);
  };
  stream.return = function (value) {
    listener.endLeft();
    return leave.call(stream, value);
  };
  stream.throw = function (error) {
    listener.endFailed(error);
    return fail.call(stream, error);
  };
  call.isStreaming = true;
  call.noteHeaders();
  expectSoon(listener);
}
