import { ChatAccumulator } from "./chat-accumulator.ts";
import { chatAnswer } from "./chat-answer.ts";
import type { Fields } from "./fields.ts";
import { CHAT_PARAMETERS } from "./model-parameters.ts";
import type { Operation } from "./operation.ts";

/** Fields that are part of what the model was given, besides its messages. */
const TOOL_FIELDS = ["tools", "tool_choice", "functions", "function_call"] as const;

/** `chat.completions.create`, and so `parse`, `stream` and `runTools`, which call it. */
export const chatCompletions: Operation = {
  name: "chat",
  type: "generation",
  apiType: "chat_completions",
  parameters: CHAT_PARAMETERS,
  input: chatInput,
  answer: chatAnswer,
  accumulator: () => new ChatAccumulator(),
};

/** The messages alone, or beside the tools when the request gives any. */
function chatInput(body: Fields): unknown {
  const tools: Record<string, unknown> = {};
  for (const field of TOOL_FIELDS) {
    if (body[field] !== undefined && body[field] !== null) tools[field] = body[field];
  }
  return Object.keys(tools).length === 0 ? body.messages : { messages: body.messages, ...tools };
}
