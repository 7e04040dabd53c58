import type { ObservedCall } from "../call/observed-call.ts";
import type { Accumulator } from "../call/operation.ts";
import { expectSoon } from "../call/turn.ts";
import { ownData } from "../request/plain-data.ts";
import { StreamListener } from "./stream-listener.ts";
import { TappedGenerator, type Steps } from "./tapped-generator.ts";

type Iterate = (...args: unknown[]) => Steps;

/** Members needed of a stream of the `openai` package. Iteration, `tee()` and `toReadableStream()` all call `iterator`. */
export interface ApiStream {
  iterator: Iterate;
  readonly controller?: { readonly signal?: AbortSignal };
}

/** Returns true when the value is a stream of any loaded copy of the `openai` package. */
export function isApiStream(value: unknown): value is ApiStream {
  return typeof ownData(value, "iterator") === "function" && Symbol.asyncIterator in (value as object);
}

/**
 * Listens to a stream in place. The application keeps its object, and only the application reads the stream. Only the first
 * iteration is listened to; the SDK refuses a second one.
 */
export function tapStream(stream: ApiStream, call: ObservedCall, accumulator: Accumulator): void {
  const listener = new StreamListener(stream, stream.controller?.signal, call, accumulator);
  const iterate = stream.iterator;
  let isTapped = false;
  stream.iterator = function iterator(this: ApiStream, ...args: unknown[]): Steps {
    const source = Reflect.apply(iterate, this, args);
    if (isTapped) return source;
    isTapped = true;
    return TappedGenerator.over(source, listener, call.hidesUsage);
  };
  call.isStreaming = true;
  call.noteHeaders();
  expectSoon(listener);
}
