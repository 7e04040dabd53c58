import { types } from "@svc/instrumentation";
import { concat, fieldsOf, fromBase64, isFields, textOf, type Fields } from "@svc/core/internal";
import type { Accumulator, Answer } from "@svc/instrumentation";

/** Content block that grows with its deltas. */
interface Block {
  text?: string;
  toolUse?: { [field: string]: unknown; input: string };
  reasoning?: { text: string; signature?: string };
  redacted?: Uint8Array[];
  others?: unknown[];
  citations?: unknown[];
}

/** Accumulator of a streamed answer of Converse, block by block. */
export class ConverseAccumulator implements Accumulator {
  readonly #blocks = new Map<number, Block>();
  #role: string | undefined;
  #stopReason: string | undefined;
  /** Fields of the answer that are not part of its stream, and those of its last event. */
  #rest: Fields = {};
  readonly #read: (answer: Fields) => Answer;

  /** Takes the function that reads a whole answer. */
  constructor(read: (answer: Fields) => Answer) {
    this.#read = read;
  }

  add(event: unknown): boolean {
    if (!isFields(event)) return false;
    // The first one is the answer around the stream.
    const { contentBlockDelta, contentBlockStart, messageStart, messageStop, metadata, $metadata } = event;
    if (isFields(contentBlockDelta)) return this.#addDelta(contentBlockDelta);
    if (isFields(contentBlockStart)) return this.#start(contentBlockStart);
    if (isFields(messageStart)) this.#role = textOf(messageStart.role);
    if (isFields(messageStop)) this.#stopReason = textOf(messageStop.stopReason);
    if (isFields(metadata)) this.#rest = { ...this.#rest, ...metadata };
    if ($metadata !== undefined) this.#rest = { ...this.#rest, $metadata };
    return false;
  }

  answer(): Answer {
    const blocks = [...this.#blocks].toSorted(([a], [b]) => a - b);
    const content = blocks.flatMap(([, block]) => contentOf(block));
    const isEmpty = content.length === 0 && this.#role === undefined;
    const message = isEmpty ? undefined : { role: this.#role ?? "assistant", content };
    return this.#read({ ...this.#rest, output: { message }, stopReason: this.#stopReason });
  }

  #blockAt({ contentBlockIndex: index }: Fields): Block {
    const place = typeof index === "number" ? index : 0;
    let block = this.#blocks.get(place);
    if (block === undefined) this.#blocks.set(place, (block = {}));
    return block;
  }

  #start(event: Fields): boolean {
    const block = this.#blockAt(event);
    for (const [kind, start] of Object.entries(fieldsOf(event.start))) {
      if (kind === "toolUse" && isFields(start)) block.toolUse = { ...start, input: "" };
      else (block.others ??= []).push({ [kind]: start });
    }
    return true;
  }

  #addDelta(event: Fields): boolean {
    const delta = fieldsOf(event.delta);
    const block = this.#blockAt(event);
    if (typeof delta.text === "string") {
      block.text = (block.text ?? "") + delta.text;
      return delta.text !== "";
    }
    for (const kind in delta) addPiece(block, kind, delta[kind]);
    return true;
  }
}

function addPiece(block: Block, kind: string, piece: unknown): void {
  if (kind === "toolUse") {
    block.toolUse ??= { input: "" };
    block.toolUse.input += textOf(fieldsOf(piece).input) ?? "";
  } else if (kind === "reasoningContent") {
    addReasoning(block, fieldsOf(piece));
  } else if (kind === "citation") {
    (block.citations ??= []).push(piece);
  } else {
    (block.others ??= []).push({ [kind]: piece });
  }
}

function addReasoning(block: Block, { text, signature, redactedContent }: Fields): void {
  if (redactedContent !== undefined) {
    addRedacted(block, redactedContent);
    return;
  }
  block.reasoning ??= { text: "" };
  block.reasoning.text += textOf(text) ?? "";
  if (typeof signature === "string") block.reasoning.signature = (block.reasoning.signature ?? "") + signature;
}

/** Adds redacted reasoning: bytes, or base64 in versions of the package that do not know it. */
function addRedacted(block: Block, redacted: unknown): void {
  const bytes = typeof redacted === "string" ? fromBase64(redacted) : redacted;
  if (types.isUint8Array(bytes)) (block.redacted ??= []).push(bytes);
}

/** Returns the content blocks in the shape of a whole answer. */
function contentOf({ text, toolUse, reasoning, redacted, others, citations }: Block): unknown[] {
  const content: unknown[] = [];
  if (reasoning) content.push({ reasoningContent: { reasoningText: reasoning } });
  if (redacted) content.push({ reasoningContent: { redactedContent: concat(redacted) } });
  if (citations) content.push({ citationsContent: { content: [{ text: text ?? "" }], citations } });
  else if (text !== undefined) content.push({ text });
  if (toolUse) content.push({ toolUse: { ...toolUse, input: jsonIn(toolUse.input) } });
  return others ? [...content, ...others] : content;
}

/** Returns the value of a JSON text; the text itself where it broke off. */
export function jsonIn(text: string): unknown {
  if (text === "") return {};
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
