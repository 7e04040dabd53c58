import { textOf, type Fields } from "@svc/core/internal";

/** Field of the block that each type of delta adds its text to, and the field of the delta with the text. */
const TEXTS: ReadonlyMap<string, readonly [field: string, piece: string]> = new Map([
  ["text_delta", ["text", "text"]],
  ["thinking_delta", ["thinking", "thinking"]],
  ["signature_delta", ["signature", "signature"]],
  ["compaction_delta", ["content", "content"]],
]);

/** Type of the block of each type of delta, for a block whose start was not seen. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["text_delta", "text"],
  ["citations_delta", "text"],
  ["thinking_delta", "thinking"],
  ["signature_delta", "thinking"],
  ["compaction_delta", "compaction"],
  ["input_json_delta", "tool_use"],
]);

/** Block of a streamed message's content. */
export class ContentBlock {
  readonly index: number;
  readonly #fields: Record<string, unknown>;
  /** Input of a tool so far, as JSON text. */
  #input = "";
  #citations: unknown[] | undefined;

  /** Takes the block as the stream begins it, which belongs to the application and stays unchanged. */
  constructor(index: number, start: Fields) {
    this.index = index;
    this.#fields = { ...start };
  }

  /** Adds one delta. Returns true when the delta brought content: the signature of thinking is none. */
  add(delta: Fields): boolean {
    const type = textOf(delta.type) ?? "";
    this.#fields.type ??= TYPES.get(type);
    if (type === "input_json_delta") {
      const piece = textOf(delta.partial_json) ?? "";
      this.#input += piece;
      return piece !== "";
    }
    if (type === "citations_delta") {
      this.#citations ??= Array.isArray(this.#fields.citations) ? [...(this.#fields.citations as unknown[])] : [];
      this.#citations.push(delta.citation);
      return true;
    }
    const [field, name] = TEXTS.get(type) ?? [];
    const piece = name === undefined ? undefined : textOf(delta[name]);
    if (field === undefined || piece === undefined) return false;
    this.#fields[field] = (textOf(this.#fields[field]) ?? "") + piece;
    return piece !== "" && type !== "signature_delta";
  }

  /** Returns the block so far, in the shape of a block of a whole message. */
  content(): Fields {
    const block = { ...this.#fields };
    if (this.#input !== "") block.input = parsed(this.#input);
    if (this.#citations) block.citations = this.#citations;
    return block;
  }
}

/** Returns the value of a JSON text, and a text that was cut off as it is. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
