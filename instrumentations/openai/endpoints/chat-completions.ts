import type { Operation } from "../call/operation.ts";
import { pick } from "../fields.ts";
import { CHAT_PARAMETERS } from "../request/model-parameters.ts";
import { ChatAccumulator } from "./chat-accumulator.ts";
import { chatAnswer } from "./chat-answer.ts";

/** Request fields that the input consists of. The input is always an object of these fields, with tools and without. */
const INPUT_FIELDS = ["messages", "tools", "tool_choice", "functions", "function_call"] as const;

/** `chat.completions.create`; also `parse`, `stream` and `runTools`, which call it. */
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
