import { fieldsOf, textOf } from "@svc/core/internal";

/** Text and thoughts that a stream has brought so far, for an answer that never becomes whole. */
export class PartialAnswer {
  readonly #texts: string[] = [];
  readonly #thoughts: string[] = [];

  /** Notes a part of the model's stream. */
  add(part: unknown): void {
    const { type, delta } = fieldsOf(part);
    if (typeof delta !== "string") return;
    if (type === "text-delta") this.#texts.push(delta);
    else if (type === "reasoning-delta") this.#thoughts.push(delta);
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
  /** Called when nobody reads the stream any more. */
  onLeft(): void;
}

const left = new FinalizationRegistry<StreamListener>((listener) => listener.onLeft());

/**
 * Returns a stream with the parts, errors and back pressure of the given one. The listener hears of each part that is read, and
 * of a stream that is cancelled or collected before its end. The listener must not lead to the stream.
 */
export function listenedStream(stream: ReadableStream<unknown>, listener: StreamListener): ReadableStream<unknown> {
  const reader = stream.getReader();
  const listened = new ReadableStream<unknown>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            left.unregister(listener);
            controller.close();
            return;
          }
          listener.onPart(value);
          controller.enqueue(value);
        } catch (error) {
          left.unregister(listener);
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
  left.register(listened, listener, listener);
  return listened;
}
