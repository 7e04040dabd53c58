import { types } from "#platform/types";
import { isFields } from "@svc/core/internal";
import type { AnswerReceiver } from "../call/answer-receiver.ts";
import type { Accumulator } from "../call/operation.ts";
import { shadow } from "../patching/shadow.ts";
import { expectSoon } from "./unused-answer.ts";
import { StreamListener, type StepResult } from "./stream-tap.ts";

/** Steps of the iteration of a stream, in an object of its own. */
interface Steps {
  next: () => Promise<StepResult>;
  return: (value?: unknown) => Promise<StepResult>;
}

interface Reader {
  read: () => Promise<StepResult>;
  cancel: (reason?: unknown) => Promise<void>;
}

type Iterate = (...args: unknown[]) => Steps;
type PipeOptions = { readonly preventCancel?: boolean } | undefined;

/** Members of a stream of the platform. */
interface Readable {
  readonly locked: boolean;
  getReader: (...args: unknown[]) => Reader;
  cancel: (reason?: unknown) => Promise<void>;
  values: Iterate;
  [Symbol.asyncIterator]: Iterate;
  tee: () => unknown;
  pipeTo: (target: unknown, options?: PipeOptions) => unknown;
  pipeThrough: (transform: unknown, options?: PipeOptions) => unknown;
}

/** Returns true when the value is a stream of the platform. */
export function isReadable(value: unknown): value is Readable {
  return isFields(value) && !types.isProxy(value) && value instanceof ReadableStream;
}

/**
 * Listens to a stream of the platform in place. The application keeps its object, and only the application reads the stream: by
 * `for await`, with a reader, or through a pipe or a tee.
 */
export function tapReadable(stream: Readable, call: AnswerReceiver, accumulator: Accumulator): void {
  const listener = new StreamListener(stream, call.signal, call, accumulator);
  tapIteration(stream, listener, Symbol.asyncIterator);
  tapIteration(stream, listener, "values");
  const { getReader, cancel, tee, pipeTo, pipeThrough } = stream;
  shadow(stream, "getReader", (...args) => {
    const reader = Reflect.apply(getReader, stream, args);
    tapReader(stream, reader, listener);
    return reader;
  });
  shadow(stream, "cancel", (reason) => {
    // A locked stream refuses.
    if (!stream.locked) listener.endLeft();
    return cancel.call(stream, reason);
  });
  // These read with a reader of the platform, which cannot be listened to: a stream that reads this one does them.
  shadow(stream, "tee", () => tee.call(stream.locked ? stream : relay(stream)));
  shadow(stream, "pipeTo", (target, options) => pipeTo.call(relayFor(stream, options, listener), target, options));
  shadow(stream, "pipeThrough", (transform, options) =>
    pipeThrough.call(relayFor(stream, options, listener), transform, options),
  );
  call.isStreaming = true;
  call.noteHeaders();
  expectSoon(listener);
}

function tapIteration(stream: Readable, listener: StreamListener, name: "values" | typeof Symbol.asyncIterator): void {
  const iterate = stream[name];
  shadow(stream, name, (...args) => {
    const steps = Reflect.apply(iterate, stream, args);
    const { next, return: leave } = steps;
    listener.takenBy(stream);
    shadow(steps, "next", () => heard(next.call(steps), listener));
    shadow(steps, "return", (value) => {
      listener.endLeft();
      return leave.call(steps, value);
    });
    return steps;
  });
}

function tapReader(stream: Readable, reader: Reader, listener: StreamListener): void {
  const { read, cancel } = reader;
  // The reader refers to the stream, which the application may read with another reader later.
  listener.takenBy(stream);
  shadow(reader, "read", () => heard(read.call(reader), listener));
  shadow(reader, "cancel", (reason) => {
    listener.endLeft();
    return cancel.call(reader, reason);
  });
}

/** Returns the promise after the listener, so that an unhandled rejection stays unhandled. */
function heard(step: Promise<StepResult>, listener: StreamListener): Promise<StepResult> {
  return step.then(listener.onResult, (error: unknown) => {
    listener.endBroken(error);
    throw error;
  });
}

/** Returns the stream that a pipe reads. A pipe that leaves the stream open for the application's next reader is not listened to. */
function relayFor(stream: Readable, options: PipeOptions, listener: StreamListener): unknown {
  if (stream.locked) return stream;
  if (options?.preventCancel !== true) return relay(stream);
  listener.endUnread();
  return stream;
}

/** Returns a stream that reads another one, one chunk at a time. */
function relay(stream: Readable): ReadableStream {
  const reader = stream.getReader();
  const source = {
    pull: async (controller: ReadableStreamDefaultController<unknown>) => {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason: unknown) => reader.cancel(reason),
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
