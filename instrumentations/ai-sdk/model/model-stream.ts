import { fieldsOf, textOf, type Fields } from "@svc/core/internal";
import { answerPart, finishReasonOf, type ModelAnswer } from "./model-answer.ts";
import { modelUsage } from "./model-usage.ts";
import { PartialAnswer } from "./streamed-answer.ts";

/** Parts of a model's stream that are parts of its answer as they are. */
const WHOLE: ReadonlySet<unknown> = new Set(["tool-call", "tool-result", "file", "source"]);

/** Answer that a model of versions 4 to 6 streams. */
export class StreamedModelAnswer extends PartialAnswer {
  readonly #provider: unknown;
  readonly #startedMs: number = performance.now();
  #firstMs: number | undefined;
  readonly #parts: unknown[] = [];
  /** Pieces of the text or the thought that is streaming. */
  #open: { readonly type: string; readonly id: unknown; readonly pieces: string[] } | undefined;
  #response: Fields = {};
  #finish: Fields = {};

  constructor(provider: unknown) {
    super();
    this.#provider = provider;
  }

  override add(part: unknown): void {
    super.add(part);
    const { type, id, delta, textDelta } = fieldsOf(part);
    if (type === "response-metadata") this.#response = { ...this.#response, ...fieldsOf(part) };
    else if (type === "finish") this.#finish = fieldsOf(part);
    else if (WHOLE.has(type)) this.#addWhole(part);
    else if (type === "text-delta") this.#addPiece("text", id, delta ?? textDelta);
    else if (type === "reasoning-delta" || type === "reasoning") this.#addPiece("reasoning", id, delta ?? textDelta);
  }

  /** True after the first part that is content. */
  get hasContent(): boolean {
    return this.#firstMs !== undefined;
  }

  /** Answer of a stream that was read to its end. */
  get answer(): ModelAnswer {
    this.#closePart();
    const { usage, finishReason, providerMetadata } = this.#finish;
    const { id: responseId, modelId } = this.#response;
    return {
      event: {
        modelId,
        responseId,
        finishReason: finishReasonOf(finishReason),
        usage: modelUsage(usage, providerMetadata, this.#provider),
        providerMetadata,
        ...(this.#firstMs !== undefined && { performance: { timeToFirstOutputMs: this.#firstMs } }),
      },
      content: this.#parts,
    };
  }

  #addWhole(part: unknown): void {
    this.#noteFirst();
    this.#closePart();
    this.#parts.push(answerPart(part));
  }

  #addPiece(type: string, id: unknown, piece: unknown): void {
    const text = textOf(piece);
    if (text === undefined) return;
    this.#noteFirst();
    if (this.#open?.type !== type || this.#open.id !== id) this.#closePart();
    this.#open ??= { type, id, pieces: [] };
    this.#open.pieces.push(text);
  }

  #closePart(): void {
    if (this.#open !== undefined) this.#parts.push({ type: this.#open.type, text: this.#open.pieces.join("") });
    this.#open = undefined;
  }

  #noteFirst(): void {
    this.#firstMs ??= performance.now() - this.#startedMs;
  }
}
