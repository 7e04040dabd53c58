import { isFields, textOf, type Fields } from "@svc/core/internal";
import type { Accumulator, Answer } from "@svc/instrumentation";
import { ContentBlock } from "./content-block.ts";

/** Accumulator of a streamed message: its frame, and its content block by block. */
export class MessageAccumulator implements Accumulator {
  readonly #read: (message: unknown) => Answer;
  /** Fields of the message except its content. */
  #frame: Fields | undefined;
  #usage: Fields | undefined;
  #isFinished = false;
  readonly #blocks: ContentBlock[] = [];

  /** Takes the function that reads a whole message. */
  constructor(read: (message: unknown) => Answer) {
    this.#read = read;
  }

  add(event: unknown): boolean {
    if (!isFields(event)) return false;
    switch (event.type) {
      case "content_block_delta":
        return isFields(event.delta) && this.#blockAt(event.index).add(event.delta);
      case "content_block_start":
        return this.#start(event.index, event.content_block);
      case "message_start":
        if (isFields(event.message)) this.#addFrame(event.message, event.message.usage);
        return false;
      case "message_delta":
        this.#addFrame(event.delta, event.usage);
        return false;
      case "message_stop":
        this.#isFinished = true;
        return false;
      default:
        return false;
    }
  }

  answer(): Answer {
    if (this.#frame === undefined) return {};
    const content = this.#blocks.toSorted((a, b) => a.index - b.index).map((block) => block.content());
    const answer = this.#read({ ...this.#frame, content, usage: this.#usage });
    return { ...answer, isFinished: this.#isFinished };
  }

  /** Adds what an event tells of the message. The last event restates the counts of the first, or brings only the output. */
  #addFrame(frame: unknown, usage: unknown): void {
    if (isFields(frame)) this.#frame = withGiven(this.#frame, frame);
    if (isFields(usage)) this.#usage = withGiven(this.#usage, usage);
  }

  #start(index: unknown, block: unknown): boolean {
    if (!isFields(block)) return false;
    this.#blocks.push(new ContentBlock(placeOf(index), block));
    // The model of the first event declined. This one writes the rest of the message.
    if (block.type === "fallback" && isFields(block.to)) this.#addFrame({ model: block.to.model }, undefined);
    return hasContent(block);
  }

  /** Returns the block with this index. Nearly every delta belongs to the last block. */
  #blockAt(index: unknown): ContentBlock {
    const place = placeOf(index);
    const known = this.#blocks.findLast((block) => block.index === place);
    if (known) return known;
    const block = new ContentBlock(place, {});
    this.#blocks.push(block);
    return block;
  }
}

/** Returns true for a block that begins with content: a tool use with its name, the result of a server's tool. */
function hasContent(block: Fields): boolean {
  if (block.type === "text") return (textOf(block.text) ?? "") !== "";
  return block.type !== "thinking" && block.type !== "fallback";
}

function placeOf(index: unknown): number {
  return typeof index === "number" ? index : 0;
}

/** Returns the fields of both; of a field in both, the later value that is not null. */
function withGiven(before: Fields | undefined, after: Fields): Fields {
  const fields: Record<string, unknown> = { ...before };
  for (const name in after) if (after[name] !== null || !(name in fields)) fields[name] = after[name];
  return fields;
}
