import { isFields, textOf, type Fields } from "@svc/core/internal";

/** Fields of a part of the content that a stream brings in pieces. */
const TEXTS = ["text", "thinking"] as const;

type Part = Record<string, unknown>;

/** Message of a streamed chat, built from its events, in the shape of the message of a whole answer. */
export class Message {
  #role = "assistant";
  #toolPlan = "";
  readonly #content = new Map<unknown, Part>();
  readonly #toolCalls = new Map<unknown, Part>();
  readonly #citations: unknown[] = [];

  /** Adds the part of the message that an event brings. Returns true when it brought content. */
  add(type: string | undefined, index: unknown, message: unknown): boolean {
    if (!isFields(message)) return false;
    this.#role = textOf(message.role) ?? this.#role;
    const toolPlan = textOf(message.toolPlan);
    this.#toolPlan += toolPlan ?? "";
    if (type === "citation-start") this.#citations.push(message.citations);
    // The first event has empty lists in the place of pieces.
    const { content, toolCalls } = message;
    if (isFields(content) && !Array.isArray(content)) return this.#addContent(index, content);
    if (isFields(toolCalls) && !Array.isArray(toolCalls)) return this.#addToolCall(index, toolCalls);
    return toolPlan !== undefined;
  }

  /** Returns the message so far. */
  fields(): Fields {
    return {
      role: this.#role,
      ...(this.#toolPlan !== "" && { toolPlan: this.#toolPlan }),
      ...(this.#content.size > 0 && { content: [...this.#content.values()] }),
      ...(this.#toolCalls.size > 0 && { toolCalls: [...this.#toolCalls.values()] }),
      ...(this.#citations.length > 0 && { citations: this.#citations }),
    };
  }

  #addContent(index: unknown, piece: Fields): boolean {
    const part = this.#content.get(index);
    if (part === undefined) this.#content.set(index, { ...piece });
    let hasContent = false;
    for (const name of TEXTS) {
      const text = textOf(piece[name]);
      if (text === undefined) continue;
      hasContent = true;
      if (part !== undefined) part[name] = `${textOf(part[name]) ?? ""}${text}`;
    }
    return hasContent;
  }

  #addToolCall(index: unknown, piece: Fields): boolean {
    const call = this.#toolCalls.get(index);
    if (call === undefined) {
      this.#toolCalls.set(index, { ...piece, ...(isFields(piece.function) && { function: { ...piece.function } }) });
      return true;
    }
    const [called, given] = [call.function, piece.function];
    if (!isFields(called) || !isFields(given)) return false;
    call.function = { ...called, arguments: `${textOf(called.arguments) ?? ""}${textOf(given.arguments) ?? ""}` };
    return true;
  }
}
