import { fieldsOf, textOf } from "@svc/core/internal";
import { shadow, type Method } from "@svc/instrumentation";

/** Text and thoughts that a stream has brought so far, for an answer that never becomes whole. */
export class PartialAnswer {
  readonly #texts: string[] = [];
  readonly #thoughts: string[] = [];

  /** Notes a part of the model's stream. */
  add(part: unknown): void {
    const { type, delta, textDelta = delta } = fieldsOf(part);
    if (typeof textDelta !== "string") return;
    if (type === "text-delta") this.#texts.push(textDelta);
    else if (type === "reasoning-delta" || type === "reasoning") this.#thoughts.push(textDelta);
  }

  /** Message with the text so far; undefined before the first. */
  get message(): Record<string, unknown> | undefined {
    const [text, reasoning] = [textOf(this.#texts.join("")), textOf(this.#thoughts.join(""))];
    if (text === undefined && reasoning === undefined) return undefined;
    return { role: "assistant", content: text ?? "", ...(reasoning !== undefined && { reasoning }) };
  }
}

/** Listener to a model's stream. */
export interface StreamListener {
  onPart(part: unknown): void;
  /** Called at the end of the stream, with the error that ended it. */
  onEnd(failure?: { readonly error: unknown }): void;
  /** Called when nobody reads the stream any more. */
  onLeft(): void;
}

const left = new FinalizationRegistry<StreamListener>((listener) => listener.onLeft());

/** Methods by which a stream is read. */
const METHODS = ["getReader", "cancel", "tee", "pipeTo", "pipeThrough", "values", Symbol.asyncIterator] as const;

/**
 * Listens to a stream in place, because the AI SDK reads the object that it knows. The listener hears of each part that is read, of
 * the end, and of a stream that is cancelled or collected before its end. The listener must not lead to the stream.
 */
export function listenTo(stream: ReadableStream<unknown>, listener: StreamListener): void {
  let listened: ReadableStream<unknown> | undefined;
  const getReader: () => ReadableStreamDefaultReader<unknown> = stream.getReader.bind(stream);
  for (const name of METHODS) {
    const method = stream[name] as Method;
    const read: Method = (...args) => Reflect.apply(method, (listened ??= relay(getReader(), listener)), args);
    shadow(stream, name, read as never);
  }
  left.register(stream, listener, listener);
}

/** Returns a stream with the parts, the errors and the back pressure of the one that is read. */
function relay(reader: ReadableStreamDefaultReader<unknown>, listener: StreamListener): ReadableStream<unknown> {
  return new ReadableStream<unknown>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            left.unregister(listener);
            listener.onEnd();
            controller.close();
            return;
          }
          listener.onPart(value);
          controller.enqueue(value);
        } catch (error) {
          left.unregister(listener);
          listener.onEnd({ error });
          controller.error(error);
        }
      },
      cancel(reason) {
        left.unregister(listener);
        listener.onLeft();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
