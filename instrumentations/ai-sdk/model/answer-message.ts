import { fieldsOf, listOf } from "@svc/core/internal";

/** Kind of the part with which Anthropic's streams begin in version 7. It repeats the id, the model and the usage. */
const HEAD = "anthropic.message_start";

const isHead = (part: unknown): boolean => fieldsOf(part).kind === HEAD;

/** Returns the parts of an answer without those that only begin a stream. */
export function withoutHeads(content: unknown): unknown {
  return Array.isArray(content) && content.some(isHead) ? content.filter((part) => !isHead(part)) : content;
}

/** Returns an answer as a message of the assistant. An answer of only one text is that text. */
export function answerMessage(answer: unknown): unknown {
  const [only, ...others] = listOf(answer);
  const { type, text } = fieldsOf(only);
  if (Array.isArray(answer) && others.length === 0 && type === "text") return { role: "assistant", content: text };
  return Array.isArray(answer) ? { role: "assistant", content: answer } : answer;
}
