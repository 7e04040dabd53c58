import { isFields, textOf, type Fields } from "@svc/core/internal";
import { aloneOrWith, type Accumulator, type Answer, type Operation } from "@svc/instrumentation";
import { COHERE, signalIn } from "../library.ts";
import { Message } from "../message.ts";
import { readUsage, usageMetadata } from "../token-usage.ts";

/** `chat` of the second version of the API. */
export const chat: Operation = {
  library: COHERE,
  name: "chat",
  type: "generation",
  path: "",
  readsGiven: true,
  parameters: new Set([
    "citationOptions",
    "frequencyPenalty",
    "k",
    "logprobs",
    "maxTokens",
    "p",
    "presencePenalty",
    "priority",
    "rawPrompting",
    "responseFormat",
    "safetyMode",
    "seed",
    "stopSequences",
    "stream",
    "strictTools",
    "temperature",
    "thinking",
    "toolChoice",
  ]),
  input: (body) => aloneOrWith(body, "messages", ["tools", "documents"]),
  answer: (data) => {
    if (!isFields(data)) return {};
    return answerOf(data.message, data.usage, textOf(data.id), textOf(data.finishReason));
  },
};

/** `chatStream` of the second version of the API. */
export const chatStream: Operation = {
  ...chat,
  fieldsOf: (body) => ({ ...body, stream: true }),
  accumulator: () => new ChatAccumulator(),
  signalIn,
};

function answerOf(
  message: unknown,
  usage: unknown,
  responseId: string | undefined,
  finishReason: string | undefined,
): Answer {
  return {
    output: message,
    usage: readUsage(usage),
    responseId,
    finishReasons: finishReason === undefined ? [] : [finishReason],
    metadata: usageMetadata(usage),
  };
}

class ChatAccumulator implements Accumulator {
  readonly #message = new Message();
  #id: string | undefined;
  #end: Fields = {};

  add(event: unknown): boolean {
    if (!isFields(event)) return false;
    const delta = isFields(event.delta) ? event.delta : {};
    this.#id ??= textOf(event.id);
    if (event.type === "message-end") this.#end = delta;
    return this.#message.add(textOf(event.type), event.index, delta.message);
  }

  answer(): Answer {
    return answerOf(this.#message.fields(), this.#end.usage, this.#id, textOf(this.#end.finishReason));
  }
}
