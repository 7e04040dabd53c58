import { fieldsOf, isFields, listOf, textOf, type Fields } from "@svc/core";

/** Roles of messages by LangChain's type; a function's or tool's message has its own name as role. */
const ROLES: Readonly<Record<string, string>> = {
  human: "user",
  generic: "human",
  ai: "assistant",
  system: "system",
};

/** What providers put beside the content of an answer that belongs to it. */
const BESIDE_CONTENT: readonly string[] = ["refusal", "reasoning_content", "function_call"];

const MAX_DEPTH = 4;

/** Where a message says what kind it is. */
const TYPE_OF = "_getType";

/** A message as it is recorded. */
export interface RecordedMessage extends Record<string, unknown> {
  role: string;
  content: unknown;
}

/** A message of LangChain. */
export interface Message extends Fields {
  readonly content: unknown;
  [TYPE_OF](): unknown;
}

/** Whether the value is a message of LangChain, of whichever copy. */
export function isMessage(value: unknown): value is Message {
  return isFields(value) && typeof value[TYPE_OF] === "function" && "content" in value;
}

/**
 * A message as role and content, with its tool calls or the id of the call it answers. The calls are as the provider
 * has them; where LangChain does not keep that, they are as it has them itself.
 */
export function recordedMessage(message: Message): RecordedMessage {
  const type = String(message[TYPE_OF]());
  const role = ROLES[type] ?? textOf(message.name) ?? type;
  const recorded: RecordedMessage = { role, content: message.content };
  const { additional_kwargs: beside } = message;
  const toolCalls = [fieldsOf(beside).tool_calls, message.tool_calls].find((calls) => listOf(calls).length > 0);
  if (toolCalls !== undefined) recorded.tool_calls = toolCalls;
  if (listOf(message.invalid_tool_calls).length > 0) recorded.invalid_tool_calls = message.invalid_tool_calls;
  if (textOf(message.tool_call_id)) recorded.tool_call_id = message.tool_call_id;
  if (message.status === "error") recorded.status = "error";
  if (isFields(beside)) {
    for (const key of BESIDE_CONTENT)
      if (beside[key] !== undefined && beside[key] !== null) recorded[key] = beside[key];
  }
  return recorded;
}

/** A value in which every message, a few levels deep, is in its recorded form; what holds none is the same object. */
export function withRecordedMessages(value: unknown, depth = 0): unknown {
  if (!isFields(value) || depth > MAX_DEPTH) return value;
  if (isMessage(value)) return recordedMessage(value);
  if (typeof value.toChatMessages === "function") return recordedPrompt(value);
  if (Array.isArray(value)) return changed(value, value, (item) => withRecordedMessages(item, depth + 1));
  if (!isPlain(value)) return value;
  const entries = Object.entries(value);
  const mapped = entries.map(([key, item]) => [key, withRecordedMessages(item, depth + 1)] as const);
  return mapped.some(([, item], index) => item !== entries[index]![1]) ? Object.fromEntries(mapped) : value;
}

/** What a template made: its messages, or its text. */
function recordedPrompt(prompt: Fields): unknown {
  const messages = listOf((prompt.toChatMessages as () => unknown)());
  return textOf(prompt.value) ?? messages.map((message) => withRecordedMessages(message));
}

/** LangGraph's `Command` and `Send`, which carry values of the application, are classes. */
function isPlain(value: Fields): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || textOf(value.lg_name) !== undefined;
}

function changed(value: unknown, items: readonly unknown[], map: (item: unknown) => unknown): unknown {
  const mapped = items.map(map);
  return mapped.some((item, index) => item !== items[index]) ? mapped : value;
}
