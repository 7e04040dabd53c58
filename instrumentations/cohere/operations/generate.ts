import { isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import { onlyOrAll, type Accumulator, type Answer, type Operation } from "@svc/instrumentation";
import { COHERE, signalIn } from "../library.ts";
import { usageMetadata, usageOf } from "../token-usage.ts";

/** `generate`, the endpoint before chat. */
export const generate: Operation = {
  library: COHERE,
  name: "text_completion",
  type: "generation",
  path: "",
  readsPassed: true,
  parameters: new Set([
    "endSequences",
    "frequencyPenalty",
    "k",
    "maxTokens",
    "numGenerations",
    "p",
    "presencePenalty",
    "preset",
    "rawPrompting",
    "returnLikelihoods",
    "seed",
    "stopSequences",
    "stream",
    "temperature",
    "truncate",
  ]),
  input: (body) => body.prompt,
  answer: (data) => (isFields(data) ? answerOf(data) : {}),
};

/** `generateStream`. */
export const generateStream: Operation = {
  ...generate,
  fieldsOf: (body) => ({ ...body, stream: true }),
  accumulator: () => new TextAccumulator(),
  signalIn,
};

function answerOf(response: Fields): Answer {
  const generations = listOf(response.generations).filter((generation) => isFields(generation));
  return {
    output: onlyOrAll(generations.map(({ text }) => text)),
    usage: usageOf(response.meta),
    responseId: textOf(response.id),
    finishReasons: generations
      .map((one) => textOf(one.finishReason ?? one.finish_reason))
      .filter((reason) => reason !== undefined),
    metadata: usageMetadata(response.meta),
  };
}

class TextAccumulator implements Accumulator {
  #text = "";
  #answer: Answer | undefined;

  add(event: unknown): boolean {
    if (!isFields(event)) return false;
    if (event.eventType === "stream-end" && isFields(event.response)) {
      this.#answer = { ...answerOf(event.response), isFinished: true };
      return false;
    }
    const text = event.eventType === "text-generation" ? textOf(event.text) : undefined;
    this.#text += text ?? "";
    return text !== undefined;
  }

  answer(): Answer {
    return this.#answer ?? { output: this.#text };
  }
}
