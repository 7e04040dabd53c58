import { isFields, textOf, type Fields } from "@svc/core/internal";
import { type Accumulator, type Answer, type Failure, inBandFailure, onlyOrAll } from "@svc/instrumentation";
import { addDelta, emptyItem, isDelta, type PartialItem } from "./response-items.ts";

/**
 * Accumulator of a streamed response. Its events repeat the whole response: the last one is kept. While that response has no
 * output, the output is built from the items and their deltas, for a stream that stops early.
 */
export class ResponseAccumulator implements Accumulator {
  readonly #read: (response: unknown) => Answer;
  #response: Fields | undefined;
  #failure: Failure | undefined;
  /** Items by their index in the output: items in progress, and items that the server has sent whole. */
  readonly #items = new Map<number, PartialItem | Fields>();
  /** Items that the server has sent whole. They belong to the application: a late delta must not be added to one. */
  readonly #whole = new WeakSet<Fields>();

  /** Takes the function that reads a whole response. */
  constructor(read: (response: unknown) => Answer) {
    this.#read = read;
  }

  add(event: unknown): boolean {
    if (!isFields(event)) return false;
    const type = textOf(event.type) ?? "";
    if (isFields(event.response)) {
      this.#response = event.response;
      return false;
    }
    // The SDK throws an error of the stream where the server names the event `error`; any other error arrives here as an event.
    if (type === "error") this.#failure ??= inBandFailure(event);
    this.#failure ??= inBandFailure(event.error);
    const index = typeof event.output_index === "number" ? event.output_index : 0;
    if (type === "response.output_item.added" && isFields(event.item)) {
      this.#items.set(index, emptyItem(event.item));
      return isCall(event.item);
    }
    if (type === "response.output_item.done" && isFields(event.item)) {
      this.#items.set(index, event.item);
      this.#whole.add(event.item);
      // The text of a reasoning item came in its deltas.
      return event.item.type !== "reasoning";
    }
    return this.#addDelta(type, index, event);
  }

  answer(): Answer {
    const answer = this.#read(this.#response);
    const hasOutput = answer.output !== undefined;
    return {
      ...answer,
      output: hasOutput ? answer.output : this.#partialOutput(),
      failure: answer.failure ?? this.#failure,
    };
  }

  #addDelta(type: string, index: number, event: Fields): boolean {
    if (type === "response.image_generation_call.partial_image") return true;
    const delta = textOf(event.delta);
    if (delta === undefined || !isDelta(type)) return false;
    let item = this.#items.get(index);
    if (item === undefined) this.#items.set(index, (item = {}));
    if (!this.#whole.has(item)) addDelta(item, type, delta, event);
    return true;
  }

  #partialOutput(): unknown {
    const items = [...this.#items].toSorted(([a], [b]) => a - b).map(([, item]) => item);
    return onlyOrAll(items);
  }
}

/** Returns true for a tool call, which counts as content as soon as its name is known. */
function isCall(item: Fields): boolean {
  return textOf(item.name) !== undefined;
}
