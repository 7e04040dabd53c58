import { isFields, listOf, textOf, type Fields, type TokenUsage } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import {
  type Accumulator,
  aloneOrWith,
  type Answer,
  type Failure,
  inBandFailure,
  onlyOrAll,
  type Operation,
} from "@svc/instrumentation";
import { OPENAI } from "../library.ts";
import { readUsage, STREAM_USAGE } from "./token-usage.ts";
import { TEXT_PARAMETERS } from "./model-parameters.ts";

/** `completions.create`, the endpoint before chat. */
export const textCompletions: Operation = {
  library: OPENAI,
  name: "text_completion",
  type: "generation",
  attributes: { [GenAi.OUTPUT_TYPE]: "text" },
  path: "/completions",
  parameters: TEXT_PARAMETERS,
  input: (body) => aloneOrWith(body, "prompt", ["suffix"]),
  answer: (data) => {
    const accumulator = new TextAccumulator();
    accumulator.add(data);
    return accumulator.answer();
  },
  accumulator: () => new TextAccumulator(),
  streamUsage: STREAM_USAGE,
};

interface TextChoice {
  text: string;
  finishReason: string | undefined;
}

/** Accumulator of a completion. A whole completion counts as a stream of one chunk. */
class TextAccumulator implements Accumulator {
  readonly #choices = new Map<number, TextChoice>();
  #model: string | undefined;
  #responseId: string | undefined;
  #usage: TokenUsage | undefined;
  #systemFingerprint: string | undefined;
  #failure: Failure | undefined;

  add(chunk: unknown): boolean {
    if (!isFields(chunk)) return false;
    this.#model = textOf(chunk.model) ?? this.#model;
    this.#responseId = textOf(chunk.id) ?? this.#responseId;
    this.#usage = readUsage(chunk.usage) ?? this.#usage;
    this.#systemFingerprint = textOf(chunk.system_fingerprint) ?? this.#systemFingerprint;
    this.#failure ??= inBandFailure(chunk.error);
    let hasContent = false;
    for (const choice of listOf(chunk.choices)) {
      if (isFields(choice)) hasContent = this.#addChoice(choice) || hasContent;
    }
    return hasContent;
  }

  answer(): Answer {
    const choices = [...this.#choices].toSorted(([a], [b]) => a - b).map(([, choice]) => choice);
    return {
      output: onlyOrAll(choices.map(({ text }) => text)),
      model: this.#model,
      usage: this.#usage,
      responseId: this.#responseId,
      finishReasons: choices.map(({ finishReason }) => finishReason).filter((reason) => reason !== undefined),
      systemFingerprint: this.#systemFingerprint,
      failure: this.#failure,
    };
  }

  #addChoice(choice: Fields): boolean {
    const index = typeof choice.index === "number" ? choice.index : 0;
    const known = this.#choices.get(index) ?? { text: "", finishReason: undefined };
    const piece = textOf(choice.text) ?? "";
    known.text += piece;
    known.finishReason = textOf(choice.finish_reason) ?? known.finishReason;
    this.#choices.set(index, known);
    return piece !== "";
  }
}
