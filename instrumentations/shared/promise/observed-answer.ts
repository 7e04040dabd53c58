import { types } from "#platform/types";
import { isFields } from "@svc/core/internal";
import type { AnswerReceiver } from "../call/answer-receiver.ts";
import type { Accumulator } from "../call/operation.ts";
import { ownData } from "../data/plain-data.ts";
import { logFault } from "../log-fault.ts";
import { isGenerator, tapGenerator } from "../stream/generator-tap.ts";
import { isReadable, tapReadable } from "../stream/readable-tap.ts";
import { isApiStream, tapIterable, tapStream } from "../stream/stream-tap.ts";

/** Records an answer that has been read, or listens to its stream. */
export function observeAnswer(data: unknown, call: AnswerReceiver): void {
  try {
    if (call.hasEnded || call.isStreaming) return;
    // Nearly every answer is an object of JSON, and each of the other questions takes time.
    if (isPlain(data)) call.recordAnswer(data);
    else if (isApiStream(data)) observeStream(data, call, tapStream);
    else if (isGenerator(data)) observeStream(data, call, tapGenerator);
    else if (isReadable(data)) observeStream(data, call, tapReadable);
    else if (isIterable(data)) observeStream(data, call, tapAbortable);
    else call.recordAnswer(data);
  } catch (error) {
    logFault(call.operation.library, "an answer", error);
  }
}

/** Returns true for a plain object that cannot be iterated. */
function isPlain(value: unknown): boolean {
  if (!isFields(value) || types.isProxy(value) || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return (value as { [Symbol.asyncIterator]?: unknown })[Symbol.asyncIterator] === undefined;
}

/** Returns true when the value can be read by `for await` alone. */
function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return isFields(value) && !types.isProxy(value) && typeof value[Symbol.asyncIterator as never] === "function";
}

/** Listens to an object that is read by `for await`, and that the application aborts by a signal or with the object itself. */
function tapAbortable(stream: AsyncIterable<unknown>, call: AnswerReceiver, accumulator: Accumulator): void {
  const controller = ownData(stream, "abortController");
  tapIterable(
    stream,
    call,
    accumulator,
    call.signal ?? (controller instanceof AbortController ? controller.signal : undefined),
  );
}

function observeStream<S>(
  stream: S,
  call: AnswerReceiver,
  tap: (stream: S, call: AnswerReceiver, accumulator: Accumulator) => void,
): void {
  const accumulator = call.operation.accumulator?.();
  call.forgetRequest();
  if (accumulator) tap(stream, call, accumulator);
  else call.recordAnswer(stream);
}
