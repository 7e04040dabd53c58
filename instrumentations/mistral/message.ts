import { isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import { wireForm } from "@svc/instrumentation";

interface ToolCall {
  id: string | undefined;
  index: number;
  name: string | undefined;
  /** Text, of which a stream can bring pieces, or an object. */
  arguments: unknown;
}

/** Content of a message, built from its pieces: a text, or parts where there is more than text. */
export class Content {
  #text = "";
  #parts: Record<string, unknown>[] | undefined;

  /** Adds a piece: a text, or a list of parts. Returns true when it brought content. */
  add(piece: unknown): boolean {
    if (typeof piece === "string") {
      if (this.#parts === undefined) this.#text += piece;
      else if (piece !== "") this.#addPart({ type: "text", text: piece });
      return piece !== "";
    }
    let hasContent = false;
    for (const part of Array.isArray(piece) ? listOf(piece) : [piece]) {
      if (!isFields(part)) continue;
      this.#addPart(part);
      hasContent = true;
    }
    return hasContent;
  }

  /** Returns the content so far, in the form of the API. */
  value(): unknown {
    if (this.#parts === undefined) return this.#text;
    return this.#parts.map(({ thinking, ...part }) => ({
      ...(wireForm(part) as object),
      ...(thinking instanceof Content && { thinking: thinking.value() }),
    }));
  }

  #addPart(part: Fields): void {
    this.#parts ??= this.#text === "" ? [] : [{ type: "text", text: this.#text }];
    const last = this.#parts.at(-1);
    if (last?.type === part.type && typeof last?.text === "string" && typeof part.text === "string") {
      last.text += part.text;
    } else if (part.type === "thinking") {
      const thoughts = last?.type === "thinking" ? last : { ...part, thinking: new Content() };
      if (thoughts !== last) this.#parts.push(thoughts);
      (thoughts.thinking as Content).add(part.thinking);
    } else {
      this.#parts.push({ ...part });
    }
  }
}

/** Choice of an answer, built from its deltas. A whole message counts as one delta. */
export class Choice {
  finishReason: string | undefined;
  #role: string | undefined;
  readonly #content = new Content();
  #toolCalls: ToolCall[] | undefined;

  /** Adds one choice of a chunk or of a whole answer. Returns true when it brought content. */
  add(choice: Fields): boolean {
    this.finishReason = textOf(choice.finishReason) ?? this.finishReason;
    const delta = choice.delta ?? choice.message ?? listOf(choice.messages).at(-1);
    if (!isFields(delta)) return false;
    this.#role ??= textOf(delta.role);
    let hasContent = this.#content.add(delta.content);
    for (const call of listOf(delta.toolCalls)) {
      if (!isFields(call)) continue;
      this.#addToolCall(call);
      hasContent = true;
    }
    return hasContent;
  }

  /** Returns the message so far, in the form of the API. */
  message(): Record<string, unknown> {
    const message: Record<string, unknown> = { role: this.#role ?? "assistant", content: this.#content.value() };
    if (this.#toolCalls) {
      message.tool_calls = this.#toolCalls.map(({ id, name, arguments: given }) => ({
        ...(id !== undefined && { id }),
        type: "function",
        function: { name, arguments: given },
      }));
    }
    return message;
  }

  #addToolCall(piece: Fields): void {
    this.#toolCalls ??= [];
    // The SDK fills in the index 0 and the id "null" where the API sends none.
    const id = piece.id === "null" ? undefined : textOf(piece.id);
    const index = typeof piece.index === "number" ? piece.index : 0;
    const known = this.#toolCalls.find((call) => (id === undefined ? call.index === index : call.id === id));
    const given = isFields(piece.function) ? piece.function : {};
    if (known === undefined) {
      this.#toolCalls.push({ id, index, name: textOf(given.name), arguments: given.arguments });
      return;
    }
    known.name ||= textOf(given.name);
    if (typeof given.arguments === "string" && typeof known.arguments === "string") known.arguments += given.arguments;
  }
}
