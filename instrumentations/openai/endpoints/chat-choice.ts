import { isFields, listOf, textOf, type Fields } from "../fields.ts";

/** Texts of a delta that are put together piece by piece, under the field the server used. */
const TEXTS = ["content", "refusal", "reasoning_content", "reasoning"] as const;

interface Called {
  name: string | undefined;
  text: string;
}

interface ToolCall extends Called {
  id: string | undefined;
  kind: "function" | "custom";
}

/** One choice of a streamed chat completion, put together from its deltas. */
export class ChatChoice {
  finishReason: string | undefined;
  #role: string | undefined;
  #function: Called | undefined;
  #audio: { id: string | undefined; transcript: string } | undefined;
  readonly #texts = new Map<string, string>();
  readonly #toolCalls = new Map<number, ToolCall>();

  /** Takes in one choice of a chunk; says whether it brought content. */
  add(choice: Fields): boolean {
    this.finishReason = textOf(choice.finish_reason) ?? this.finishReason;
    if (!isFields(choice.delta)) return false;
    const { delta } = choice;
    this.#role ??= textOf(delta.role);
    let hasContent = false;
    for (const field of TEXTS) {
      const piece = textOf(delta[field]);
      if (piece === undefined) continue;
      this.#texts.set(field, (this.#texts.get(field) ?? "") + piece);
      hasContent = true;
    }
    for (const call of listOf(delta.tool_calls)) {
      if (isFields(call)) hasContent = this.#addToolCall(call) || hasContent;
    }
    if (isFields(delta.function_call)) {
      this.#function = addPiece(this.#function ?? { name: undefined, text: "" }, delta.function_call, "arguments");
      hasContent = true;
    }
    return this.#addAudio(delta.audio) || hasContent;
  }

  /** The message so far, in the shape of a whole answer's. */
  message(): Record<string, unknown> {
    const message: Record<string, unknown> = { role: this.#role ?? "assistant", content: null };
    for (const [field, text] of this.#texts) message[field] = text;
    if (this.#toolCalls.size > 0) {
      const byIndex = [...this.#toolCalls].toSorted(([a], [b]) => a - b);
      message.tool_calls = byIndex.map(([, call]) => toolCallMessage(call));
    }
    if (this.#function) message.function_call = { name: this.#function.name, arguments: this.#function.text };
    if (this.#audio) message.audio = this.#audio;
    return message;
  }

  #addToolCall(piece: Fields): boolean {
    const id = textOf(piece.id);
    const index = this.#toolIndex(piece.index, id);
    const call: ToolCall = this.#toolCalls.get(index) ?? { id, kind: "function", name: undefined, text: "" };
    call.id ??= id;
    if (isFields(piece.custom)) {
      call.kind = "custom";
      addPiece(call, piece.custom, "input");
    } else if (isFields(piece.function)) {
      addPiece(call, piece.function, "arguments");
    }
    this.#toolCalls.set(index, call);
    return true;
  }

  /** Some servers leave the index out and send each call whole, or its id again with each piece. */
  #toolIndex(index: unknown, id: string | undefined): number {
    if (typeof index === "number") return index;
    const last = this.#toolCalls.size - 1;
    if (id === undefined) return Math.max(0, last);
    return [...this.#toolCalls].find(([, call]) => call.id === id)?.[0] ?? last + 1;
  }

  /** The sound itself is not kept. */
  #addAudio(audio: unknown): boolean {
    if (!isFields(audio)) return false;
    this.#audio ??= { id: undefined, transcript: "" };
    this.#audio.id ??= textOf(audio.id);
    const transcript = textOf(audio.transcript);
    if (transcript !== undefined) this.#audio.transcript += transcript;
    return transcript !== undefined || textOf(audio.data) !== undefined;
  }
}

function addPiece(call: Called, piece: Fields, textField: "arguments" | "input"): Called {
  // The name comes once, or again with every piece; it is never sent in parts.
  call.name = textOf(piece.name) ?? call.name;
  call.text += textOf(piece[textField]) ?? "";
  return call;
}

function toolCallMessage({ id, kind, name, text }: ToolCall): Record<string, unknown> {
  return kind === "custom"
    ? { id, type: kind, custom: { name, input: text } }
    : { id, type: kind, function: { name, arguments: text } };
}
