import { isFields, textOf, type Fields } from "@svc/core/internal";
import {
  aloneOrWith,
  inBandFailure,
  type Accumulator,
  type Answer,
  type Failure,
  type Operation,
} from "@svc/instrumentation";
import { COHERE, signalIn } from "../library.ts";
import { Message } from "../message.ts";
import { usageMetadata, usageOf } from "../token-usage.ts";

/** `chat` of the second version of the API. */
export const chat: Operation = {
  library: COHERE,
  name: "chat",
  type: "generation",
  path: "",
  readsPassed: true,
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

/** Finish reasons of an answer that failed under a successful HTTP status. */
const FAILURES: ReadonlySet<string | undefined> = new Set(["ERROR", "TIMEOUT"]);

function answerOf(
  message: unknown,
  usage: unknown,
  responseId: string | undefined,
  finishReason: string | undefined,
  error?: unknown,
): Answer {
  return {
    output: message,
    usage: usageOf(usage),
    responseId,
    finishReasons: finishReason === undefined ? [] : [finishReason],
    metadata: usageMetadata(usage),
    failure: inBandFailure(error) ?? failureOf(finishReason),
  };
}

function failureOf(finishReason: string | undefined): Failure | undefined {
  if (finishReason === undefined || !FAILURES.has(finishReason)) return undefined;
  return { type: finishReason, message: `The answer ended with ${finishReason}` };
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
    const { usage, finishReason, error } = this.#end;
    return answerOf(this.#message.fields(), usage, this.#id, textOf(finishReason), error);
  }
}
