import { isFields, readUsage, textOf, type Fields, type TokenUsage } from "@svc/core/internal";
import { inBandFailure, onlyOrAll, type Accumulator, type Answer, type Failure } from "@svc/instrumentation";

/** Choice of a streamed completion, built from its pieces. */
export interface Choice {
  /** Index among the choices. */
  readonly index: number;
  readonly finishReason: string | undefined;
  /** Adds the choice of one chunk. Returns true when the choice brought content. */
  add(choice: Fields): boolean;
  /** Returns the output so far, in the shape that a whole answer has. */
  message(): unknown;
}

/** Accumulator of a streamed completion, choice by choice. */
export class ChoiceAccumulator implements Accumulator {
  readonly #choices: Choice[] = [];
  readonly #choiceOf: (index: number) => Choice;
  #model: string | undefined;
  #responseId: string | undefined;
  #usage: TokenUsage | undefined;
  #serviceTier: string | undefined;
  #systemFingerprint: string | undefined;
  #failure: Failure | undefined;

  /** Takes the function that makes the choice with an index. */
  constructor(choiceOf: (index: number) => Choice) {
    this.#choiceOf = choiceOf;
  }

  add(chunk: unknown): boolean {
    if (!isFields(chunk)) return false;
    // Azure opens with a chunk whose id and model are empty; some servers repeat the usage, growing, on every chunk.
    const {
      model,
      id,
      usage,
      service_tier: serviceTier,
      system_fingerprint: fingerprint,
      error,
      choices,
      x_groq: groq,
    } = chunk;
    this.#model ??= textOf(model);
    this.#responseId ??= textOf(id);
    this.#systemFingerprint ??= textOf(fingerprint);
    if (isFields(usage)) this.#usage = readUsage(usage) ?? this.#usage;
    // The last chunk of Groq has the usage here; its first one has the field without a usage.
    else if (isFields(groq)) this.#usage = readUsage(groq.usage) ?? this.#usage;
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
  #choiceAt(index: number): Choice {
    for (let place = 0; place < this.#choices.length; place++) {
      const known = this.#choices[place]!;
      if (known.index === index) return known;
    }
    const choice = this.#choiceOf(index);
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
