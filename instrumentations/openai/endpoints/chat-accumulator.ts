import { inBandFailure } from "../api-error.ts";
import { isFields, listOf, onlyOrAll, textOf } from "../fields.ts";
import type { Accumulator, Answer, Failure } from "../operation.ts";
import { readUsage, type TokenUsage } from "../token-usage.ts";
import { ChatChoice } from "./chat-choice.ts";

/** Puts a streamed chat completion together, choice by choice and tool call by tool call. */
export class ChatAccumulator implements Accumulator {
  readonly #choices = new Map<number, ChatChoice>();
  #model: string | undefined;
  #responseId: string | undefined;
  #usage: TokenUsage | undefined;
  #serviceTier: string | undefined;
  #systemFingerprint: string | undefined;
  #failure: Failure | undefined;

  add(chunk: unknown): boolean {
    if (!isFields(chunk)) return false;
    // Azure opens with a chunk whose id and model are empty; some servers repeat the usage, growing, on every chunk.
    this.#model = textOf(chunk.model) ?? this.#model;
    this.#responseId = textOf(chunk.id) ?? this.#responseId;
    this.#usage = readUsage(chunk.usage) ?? this.#usage;
    this.#serviceTier = textOf(chunk.service_tier) ?? this.#serviceTier;
    this.#systemFingerprint = textOf(chunk.system_fingerprint) ?? this.#systemFingerprint;
    this.#failure ??= inBandFailure(chunk.error);
    let hasContent = false;
    for (const choice of listOf(chunk.choices)) {
      if (!isFields(choice)) continue;
      const index = typeof choice.index === "number" ? choice.index : 0;
      let known = this.#choices.get(index);
      if (known === undefined) this.#choices.set(index, (known = new ChatChoice()));
      hasContent = known.add(choice) || hasContent;
    }
    return hasContent;
  }

  answer(): Answer {
    const choices = [...this.#choices].toSorted(([a], [b]) => a - b).map(([, choice]) => choice);
    return {
      output: onlyOrAll(choices.map((choice) => choice.message())),
      model: this.#model,
      usage: this.#usage,
      responseId: this.#responseId,
      finishReasons: choices.map((choice) => choice.finishReason).filter((reason) => reason !== undefined),
      serviceTier: this.#serviceTier,
      systemFingerprint: this.#systemFingerprint,
      failure: this.#failure,
    };
  }
}
