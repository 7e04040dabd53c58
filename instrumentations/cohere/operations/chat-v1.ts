import { isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import { aloneOrWith, type Accumulator, type Answer, type Operation } from "@svc/instrumentation";
import { COHERE, signalIn } from "../library.ts";
import { usageMetadata, usageOf } from "../token-usage.ts";

/** Fields of an answer that are recorded beside its text. */
const SOURCES = ["toolCalls", "citations", "documents", "searchQueries", "searchResults"] as const;

/** `chat` of the first version of the API. */
export const chatV1: Operation = {
  library: COHERE,
  name: "chat",
  type: "generation",
  path: "",
  readsPassed: true,
  parameters: new Set([
    "citationQuality",
    "conversationId",
    "frequencyPenalty",
    "k",
    "maxInputTokens",
    "maxTokens",
    "p",
    "presencePenalty",
    "promptTruncation",
    "rawPrompting",
    "responseFormat",
    "safetyMode",
    "searchQueriesOnly",
    "seed",
    "stopSequences",
    "stream",
    "temperature",
  ]),
  input: (body) =>
    aloneOrWith(body, "message", ["preamble", "chatHistory", "documents", "connectors", "tools", "toolResults"]),
  answer: (data) => (isFields(data) ? answerOf(data) : {}),
};

/** `chatStream` of the first version of the API. */
export const chatStreamV1: Operation = {
  ...chatV1,
  fieldsOf: (body) => ({ ...body, stream: true }),
  accumulator: () => new ChatAccumulator(),
  signalIn,
};

/** Returns the answer in a response; `finish` is the reason of its end where the response has none. */
function answerOf(response: Fields, finish?: unknown): Answer {
  const { meta } = response;
  const finishReason = textOf(response.finishReason) ?? textOf(finish);
  const found = SOURCES.filter((name) => listOf(response[name]).length > 0);
  return {
    output: aloneOrWith(response, "text", found),
    usage: usageOf(meta),
    responseId: textOf(response.responseId) ?? textOf(response.generationId),
    finishReasons: finishReason === undefined ? [] : [finishReason],
    metadata: usageMetadata(meta),
  };
}

/** Accumulator of a stream, whose last event brings the whole answer. */
class ChatAccumulator implements Accumulator {
  #answer: Answer | undefined;
  #generationId: string | undefined;
  #text = "";

  add(event: unknown): boolean {
    if (!isFields(event)) return false;
    this.#generationId ??= textOf(event.generationId);
    if (event.eventType === "stream-end" && isFields(event.response)) {
      this.#answer = answerOf(event.response, event.finishReason);
      return false;
    }
    const text = event.eventType === "text-generation" ? textOf(event.text) : undefined;
    this.#text += text ?? "";
    return text !== undefined || event.eventType === "tool-calls-generation";
  }

  answer(): Answer {
    return this.#answer ?? answerOf({ text: this.#text, generationId: this.#generationId });
  }
}
