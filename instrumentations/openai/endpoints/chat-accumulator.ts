import { isFields, textOf, type TokenUsage } from "@svc/core";
import { inBandFailure } from "../api-error.ts";
import { onlyOrAll } from "../fields.ts";
import type { Accumulator, Answer, Failure } from "../operation.ts";
import { readUsage } from "../token-usage.ts";
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
    const { model, id, usage, service_tier: serviceTier, system_fingerprint: fingerprint, error, choices } = chunk;
    if (model !== this.#model) this.#model = textOf(model) ?? this.#model;
    if (id !== this.#responseId) this.#responseId = textOf(id) ?? this.#responseId;
    if (isFields(usage)) this.#usage = readUsage(usage) ?? this.#usage;
    if (serviceTier !== this.#serviceTier) this.#serviceTier = textOf(serviceTier) ?? this.#serviceTier;
    if (fingerprint !== this.#systemFingerprint)
      this.#systemFingerprint = textOf(fingerprint) ?? this.#systemFingerprint;
    if (error) this.#failure ??= inBandFailure(error);
    let hasContent = false;
    if (Array.isArray(choices)) {
      for (let place = 0; place < choices.length; place++) hasContent = this.#addChoice(choices[place]) || hasContent;
    }
    return hasContent;
  }

  #addChoice(choice: unknown): boolean {
    if (!isFields(choice)) return false;
    const index = typeof choice.index === "number" ? choice.index : 0;
    let known = this.#choices.get(index);
    if (known === undefined) this.#choices.set(index, (known = new ChatChoice()));
    return known.add(choice);
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
