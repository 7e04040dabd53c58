import { textOf, type Fields } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { aloneOrWith, type EndpointOperation } from "@svc/instrumentation";
import { ChoiceAccumulator, type Choice } from "./choice-accumulator.ts";
import { STREAM_USAGE } from "./token-usage.ts";
import { TEXT_PARAMETERS } from "./model-parameters.ts";

/** `completions.create`, the endpoint before chat. */
export const textCompletions: EndpointOperation = {
  name: "text_completion",
  type: "generation",
  attributes: { [GenAi.OUTPUT_TYPE]: "text" },
  path: "/completions",
  parameters: TEXT_PARAMETERS,
  input: (body) => aloneOrWith(body, "prompt", ["suffix"]),
  // A whole completion counts as a stream of one chunk.
  answer: (data) => {
    const accumulator = textAccumulator();
    accumulator.add(data);
    return accumulator.answer();
  },
  accumulator: textAccumulator,
  streamUsage: STREAM_USAGE,
};

function textAccumulator(): ChoiceAccumulator {
  return new ChoiceAccumulator((index) => new TextChoice(index));
}

class TextChoice implements Choice {
  readonly index: number;
  finishReason: string | undefined;
  #text = "";

  constructor(index: number) {
    this.index = index;
  }

  add(choice: Fields): boolean {
    const piece = textOf(choice.text) ?? "";
    this.#text += piece;
    this.finishReason = textOf(choice.finish_reason) ?? this.finishReason;
    return piece !== "";
  }

  message(): string {
    return this.#text;
  }
}
