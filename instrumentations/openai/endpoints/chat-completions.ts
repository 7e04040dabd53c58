import type { Operation } from "../call/operation.ts";
import { pick } from "../fields.ts";
import { CHAT_PARAMETERS } from "../request/model-parameters.ts";
import { ChatAccumulator } from "./chat-accumulator.ts";
import { chatAnswer } from "./chat-answer.ts";

/** Fields that are what the model was given: always an object of them, with tools and without. */
const INPUT_FIELDS = ["messages", "tools", "tool_choice", "functions", "function_call"] as const;

/** `chat.completions.create`, and so `parse`, `stream` and `runTools`, which call it. */
export const chatCompletions: Operation = {
  name: "chat",
  type: "generation",
  apiType: "chat_completions",
  path: "/chat/completions",
  parameters: CHAT_PARAMETERS,
  input: (body) => pick(body, INPUT_FIELDS),
  answer: chatAnswer,
  accumulator: () => new ChatAccumulator(),
  hidesStreamUsage: true,
};
