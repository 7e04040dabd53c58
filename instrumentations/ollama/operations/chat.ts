import { isFields, listOf, readUsage, textOf, type Fields } from "@svc/core/internal";
import { aloneOrWith, type Accumulator, type Answer, type Operation } from "@svc/instrumentation";
import { withImages } from "../images.ts";
import { OLLAMA, PARAMETERS, requestFields } from "../library.ts";
import { durations } from "../durations.ts";

/** `chat`, whole or streamed. */
export const chat: Operation = {
  library: OLLAMA,
  name: "chat",
  type: "generation",
  path: "chat",
  parameters: PARAMETERS,
  fieldsOf: requestFields,
  input: ({ messages, tools }) =>
    aloneOrWith({ messages: listOf(messages).map((message) => withImages(message)), tools }, "messages", ["tools"]),
  answer: (data) => {
    const accumulator = new ChatAccumulator();
    accumulator.add(data);
    return accumulator.answer();
  },
  accumulator: () => new ChatAccumulator(),
};

/** Returns what every answer reports, but for its content. The last chunk of a stream reports it. */
export function endOf(last: Fields): Answer {
  const reason = textOf(last.done_reason);
  return {
    model: textOf(last.model),
    usage: readUsage(last),
    finishReasons: reason === undefined ? [] : [reason],
    isFinished: last.done === true,
    metadata: durations(last),
  };
}

/** Accumulator of an answer. A whole answer counts as a stream of one chunk. */
class ChatAccumulator implements Accumulator {
  #role = "assistant";
  #content = "";
  #thinking = "";
  readonly #toolCalls: unknown[] = [];
  #last: Fields = {};

  add(chunk: unknown): boolean {
    if (!isFields(chunk)) return false;
    this.#last = chunk;
    const { message } = chunk;
    if (!isFields(message)) return false;
    this.#role = textOf(message.role) ?? this.#role;
    const [content, thinking, calls] = [textOf(message.content), textOf(message.thinking), listOf(message.tool_calls)];
    this.#content += content ?? "";
    this.#thinking += thinking ?? "";
    this.#toolCalls.push(...calls);
    return content !== undefined || thinking !== undefined || calls.length > 0;
  }

  answer(): Answer {
    const output = {
      role: this.#role,
      content: this.#content,
      ...(this.#thinking !== "" && { thinking: this.#thinking }),
      ...(this.#toolCalls.length > 0 && { tool_calls: this.#toolCalls }),
    };
    return { ...endOf(this.#last), output };
  }
}
