import { isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import type { Choice } from "./choice-accumulator.ts";

interface Called {
  name: string | undefined;
  text: string;
}

interface ToolCall extends Called {
  id: string | undefined;
  kind: "function" | "custom";
}

/** Choice of a streamed chat completion, built from its deltas. */
export class ChatChoice implements Choice {
  /** Index among the choices. */
  readonly index: number;
  finishReason: string | undefined;
  #role: string | undefined;
  #function: Called | undefined;
  #audio: { id: string | undefined; transcript: string } | undefined;
  // Texts by the field that the server used; a text that has not come is empty.
  #content = "";
  #refusal = "";
  #reasoningContent = "";
  #reasoning = "";
  #toolCalls: Map<number, ToolCall> | undefined;

  constructor(index: number) {
    this.index = index;
  }

  /** Adds one choice of a chunk. Returns true when the choice brought content. */
  add(choice: Fields): boolean {
    const { delta, finish_reason: finishReason } = choice;
    if (typeof finishReason === "string") this.finishReason = textOf(finishReason) ?? this.finishReason;
    if (!isFields(delta)) return false;
    this.#role ??= textOf(delta.role);
    let hasContent = this.#addTexts(delta);
    if (isFields(delta.tool_calls)) {
      for (const call of listOf(delta.tool_calls)) {
        if (isFields(call)) hasContent = this.#addToolCall(call) || hasContent;
      }
    }
    if (isFields(delta.function_call)) {
      this.#function = addPiece(this.#function ?? { name: undefined, text: "" }, delta.function_call, "arguments");
      hasContent = true;
    }
    if (isFields(delta.audio)) hasContent = this.#addAudio(delta.audio) || hasContent;
    return hasContent;
  }

  /** Returns the message so far, in the shape of the message of a whole answer. */
  message(): Record<string, unknown> {
    const message: Record<string, unknown> = { role: this.#role ?? "assistant", content: this.#content || null };
    if (this.#refusal !== "") message.refusal = this.#refusal;
    if (this.#reasoningContent !== "") message.reasoning_content = this.#reasoningContent;
    if (this.#reasoning !== "") message.reasoning = this.#reasoning;
    if (this.#toolCalls) {
      const byIndex = [...this.#toolCalls].toSorted(([a], [b]) => a - b);
      message.tool_calls = byIndex.map(([, call]) => toolCallMessage(call));
    }
    if (this.#function) message.function_call = { name: this.#function.name, arguments: this.#function.text };
    if (this.#audio) message.audio = this.#audio;
    return message;
  }

  /**
   * Adds the texts of a delta. The fields are written out for speed: almost every chunk of a stream is one piece of one text.
   */
  #addTexts({ content, refusal, reasoning_content: reasoningContent, reasoning }: Fields): boolean {
    let hasContent = false;
    if (typeof content === "string" && content !== "") {
      this.#content += content;
      hasContent = true;
    }
    if (typeof refusal === "string" && refusal !== "") {
      this.#refusal += refusal;
      hasContent = true;
    }
    if (typeof reasoningContent === "string" && reasoningContent !== "") {
      this.#reasoningContent += reasoningContent;
      hasContent = true;
    }
    if (typeof reasoning === "string" && reasoning !== "") {
      this.#reasoning += reasoning;
      hasContent = true;
    }
    return hasContent;
  }

  #addToolCall(piece: Fields): boolean {
    const id = textOf(piece.id);
    this.#toolCalls ??= new Map();
    const index = toolIndex(this.#toolCalls, piece.index, id);
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

  /** Adds a piece of audio: its transcript, not the sound. */
  #addAudio(audio: Fields): boolean {
    this.#audio ??= { id: undefined, transcript: "" };
    this.#audio.id ??= textOf(audio.id);
    const transcript = textOf(audio.transcript);
    if (transcript !== undefined) this.#audio.transcript += transcript;
    return transcript !== undefined || textOf(audio.data) !== undefined;
  }
}

/**
 * Returns the index of a tool call. Some servers leave the index out and send each call whole, or its id again with each piece.
 */
function toolIndex(calls: ReadonlyMap<number, ToolCall>, index: unknown, id: string | undefined): number {
  if (typeof index === "number") return index;
  const last = calls.size - 1;
  if (id === undefined) return Math.max(0, last);
  return [...calls].find(([, call]) => call.id === id)?.[0] ?? last + 1;
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
