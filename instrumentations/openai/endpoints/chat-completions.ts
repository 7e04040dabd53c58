import { isFields, listOf } from "@svc/core/internal";
import { onlyOrAll, pick, type Answer, type EndpointOperation } from "@svc/instrumentation";
import { ChatChoice } from "./chat-choice.ts";
import { ChoiceAccumulator } from "./choice-accumulator.ts";
import { commonAnswer } from "./common-answer.ts";
import { CHAT_PARAMETERS } from "./model-parameters.ts";
import { STREAM_USAGE } from "./token-usage.ts";

/** Request fields that the input consists of. The input is always an object of these fields, with tools and without. */
const INPUT_FIELDS = ["messages", "tools", "tool_choice", "functions", "function_call"] as const;

/** `chat.completions.create`; also `parse`, `stream` and `runTools`, which call it. */
export const chatCompletions: EndpointOperation = {
  name: "chat",
  type: "generation",
  attributes: { "openai.api.type": "chat_completions" },
  path: "/chat/completions",
  parameters: CHAT_PARAMETERS,
  input: (body) => pick(body, INPUT_FIELDS),
  answer: chatAnswer,
  accumulator: () => new ChoiceAccumulator((index) => new ChatChoice(index)),
  streamUsage: STREAM_USAGE,
};

/** Reads a chat completion. The output is the message of the only choice, or a list of the messages of all choices. */
function chatAnswer(data: unknown): Answer {
  if (!isFields(data)) return {};
  const messages: unknown[] = [];
  const finishReasons: string[] = [];
  for (const choice of listOf(data.choices)) {
    if (!isFields(choice)) continue;
    messages.push(choice.message);
    if (typeof choice.finish_reason === "string") finishReasons.push(choice.finish_reason);
  }
  return {
    ...commonAnswer(data),
    output: onlyOrAll(messages),
    finishReasons,
  };
}
