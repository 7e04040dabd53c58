import { isFields, textOf, type TokenUsage } from "@svc/core/internal";
import { inBandFailure } from "../call/api-error.ts";
import type { Accumulator, Answer, Failure } from "../call/operation.ts";
import { readUsage } from "../call/token-usage.ts";
import { onlyOrAll } from "../fields.ts";
import { ChatChoice } from "./chat-choice.ts";

/** Accumulator of a streamed chat completion, choice by choice and tool call by tool call. */
export class ChatAccumulator implements Accumulator {
  readonly #choices: ChatChoice[] = [];
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
    this.#model ??= textOf(model);
    this.#responseId ??= textOf(id);
    this.#systemFingerprint ??= textOf(fingerprint);
    if (isFields(usage)) this.#usage = readUsage(usage) ?? this.#usage;
    if (serviceTier !== this.#serviceTier) this.#serviceTier = textOf(serviceTier) ?? this.#serviceTier;
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
    return this.#choiceAt(index).add(choice);
  }

  /** Returns the choice with this index, adding it if it is new. Most answers have one choice. */
  #choiceAt(index: number): ChatChoice {
    for (let place = 0; place < this.#choices.length; place++) {
      const known = this.#choices[place]!;
      if (known.index === index) return known;
    }
    const choice = new ChatChoice(index);
    this.#choices.push(choice);
    return choice;
  }

  answer(): Answer {
    const choices = this.#choices.toSorted((a, b) => a.index - b.index);
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
