import { isFields, readUsage, type Fields, type UsageDetails } from "@svc/core/internal";
import type { ToolCall } from "./message.ts";
import type { SecretFilter } from "./secret-filter.ts";

/** Kind of text in an answer. */
export type TextKind = "text" | "thinking";

/** Answer of a model while it arrives. */
export class Answer {
  readonly #filters: Readonly<Record<TextKind, SecretFilter>>;
  readonly #onText: (kind: TextKind, piece: string) => void;
  readonly #texts: Record<TextKind, string> = { text: "", thinking: "" };
  #usage: Fields | undefined;
  /** Calls by their places in the answer, which can have gaps. */
  readonly #toolCalls: ToolCall[] = [];
  /** Time of the first piece, in milliseconds since 1970. */
  firstPieceAt: number | undefined;
  /** Name of the model as the provider gives it. */
  model: string | undefined;
  finishReason: string | undefined;

  /** `onText` is called with each piece of text, without secrets. */
  constructor(makeFilter: () => SecretFilter, onText: (kind: TextKind, piece: string) => void) {
    this.#filters = { text: makeFilter(), thinking: makeFilter() };
    this.#onText = onText;
  }

  /** Amounts by kind; undefined before the provider has reported any. */
  get usage(): UsageDetails | undefined {
    return readUsage(this.#usage)?.kinds;
  }

  /** Takes a report of the usage. The end of a stream can report what the start did not know, and leave out the rest. */
  addUsage(usage: unknown): void {
    if (!isFields(usage)) return;
    const known = Object.entries(usage).filter(([, value]) => value !== null && value !== undefined);
    this.#usage = { ...this.#usage, ...Object.fromEntries(known) };
  }

  get text(): string {
    return this.#texts.text;
  }

  get thinking(): string {
    return this.#texts.thinking;
  }

  get toolCalls(): readonly ToolCall[] {
    return Object.values(this.#toolCalls);
  }

  /** Adds a piece of text. Ignores a value that is no text. */
  add(kind: TextKind, piece: unknown): void {
    if (typeof piece !== "string" || piece === "") return;
    this.firstPieceAt ??= Date.now();
    this.#pass(kind, this.#filters[kind].push(piece));
  }

  /** Adds a call of a tool, or a piece of one whose place is given. */
  addToolCall(place: number, { id, name, arguments: piece }: { [Field in keyof ToolCall]?: unknown }): void {
    this.firstPieceAt ??= Date.now();
    const call = (this.#toolCalls[place] ??= { id: "", name: "", arguments: "" });
    if (typeof id === "string" && id !== "") call.id = id;
    if (typeof name === "string") call.name += name;
    if (typeof piece === "string") call.arguments += piece;
  }

  /** Passes on what is held back. */
  end(): void {
    for (const kind of ["thinking", "text"] as const) this.#pass(kind, this.#filters[kind].end());
  }

  #pass(kind: TextKind, piece: string): void {
    if (piece === "") return;
    this.#texts[kind] += piece;
    this.#onText(kind, piece);
  }
}
