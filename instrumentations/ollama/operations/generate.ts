import { isFields, textOf, type Fields } from "@svc/core/internal";
import { aloneOrWith, type Accumulator, type Answer, type Operation } from "@svc/instrumentation";
import { withImages } from "../images.ts";
import { OLLAMA, PARAMETERS, requestFields } from "../library.ts";
import { endOf } from "./chat.ts";

/** `generate`, whole or streamed. */
export const generate: Operation = {
  library: OLLAMA,
  name: "text_completion",
  type: "generation",
  path: "generate",
  parameters: PARAMETERS,
  fieldsOf: requestFields,
  input: (body) => aloneOrWith(withImages(body), "prompt", ["suffix", "system", "images"]),
  answer: (data) => {
    const accumulator = new TextAccumulator();
    accumulator.add(data);
    return accumulator.answer();
  },
  accumulator: () => new TextAccumulator(),
};

/** Accumulator of an answer. A whole answer counts as a stream of one chunk. */
class TextAccumulator implements Accumulator {
  #response = "";
  #thinking = "";
  #last: Fields = {};

  add(chunk: unknown): boolean {
    if (!isFields(chunk)) return false;
    this.#last = chunk;
    const [response, thinking] = [textOf(chunk.response), textOf(chunk.thinking)];
    this.#response += response ?? "";
    this.#thinking += thinking ?? "";
    return response !== undefined || thinking !== undefined;
  }

  answer(): Answer {
    const output = this.#thinking === "" ? this.#response : { response: this.#response, thinking: this.#thinking };
    return { ...endOf(this.#last), output };
  }
}
