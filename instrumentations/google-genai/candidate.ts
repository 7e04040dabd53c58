import { isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import { FunctionCall, isPartial } from "./function-call.ts";

/** Fields of a candidate that are recorded beside its parts. The last chunk that has one counts. */
const SOURCES: ReadonlySet<string> = new Set([
  "citationMetadata",
  "urlContextMetadata",
  "groundingMetadata",
  "finishMessage",
]);

/** Answer among the candidates, built from its chunks. */
export class Candidate {
  readonly index: number;
  finishReason: string | undefined;
  #role: string | undefined;
  readonly #parts: Record<string, unknown>[] = [];
  readonly #sources: Record<string, unknown> = {};
  /** Function call whose arguments still come in pieces. */
  #call: FunctionCall | undefined;

  constructor(index: number) {
    this.index = index;
  }

  /** Adds a candidate of a chunk. Returns true when the candidate brought content. */
  add(candidate: Fields): boolean {
    this.finishReason = textOf(candidate.finishReason) ?? this.finishReason;
    // A chunk without an end seldom has more than its content.
    for (const name in candidate) {
      if (!SOURCES.has(name)) continue;
      const source = candidate[name];
      if (source !== undefined && source !== null) this.#sources[name] = source;
    }
    const { content } = candidate;
    if (!isFields(content)) return false;
    this.#role = textOf(content.role) ?? this.#role;
    let hasContent = false;
    const parts = listOf(content.parts);
    for (let place = 0; place < parts.length; place++) {
      const part = parts[place];
      if (isFields(part)) hasContent = this.#addPart(part, place === 0) || hasContent;
    }
    return hasContent;
  }

  /** Returns the message so far, in the shape of the content of a whole answer. */
  message(): Record<string, unknown> {
    const message: Record<string, unknown> = { role: this.#role ?? "model", parts: this.#parts, ...this.#sources };
    if (isFields(message.groundingMetadata)) {
      // The entry point is the HTML of a search box, not what the answer is grounded on.
      const { searchEntryPoint: _searchBox, ...grounding } = message.groundingMetadata;
      if (Object.keys(grounding).length === 0) delete message.groundingMetadata;
      else message.groundingMetadata = grounding;
    }
    return message;
  }

  /** Adds a part. The first part of a chunk continues the last part of the chunk before, where both are text of one kind. */
  #addPart(part: Fields, isFirst: boolean): boolean {
    const { text, thought, functionCall } = part;
    const last = this.#parts.at(-1);
    if (typeof text === "string") {
      if (isFirst && typeof last?.text === "string" && last.thought === thought) last.text += text;
      else this.#parts.push({ ...part });
      return text !== "";
    }
    if (isFields(functionCall) && (this.#call !== undefined || isPartial(functionCall))) {
      if (this.#call === undefined) this.#parts.push({ functionCall: (this.#call = new FunctionCall()).fields });
      if (this.#call.add(functionCall)) this.#call = undefined;
      return true;
    }
    this.#parts.push({ ...part });
    return true;
  }
}
