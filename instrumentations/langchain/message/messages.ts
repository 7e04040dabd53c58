import { fieldsOf, isFields, listOf, textOf, type Fields } from "@svc/core/internal";

/**
 * Roles of messages by LangChain's type. A message of another type, such as a tool's, has its own name as role, else its type.
 */
const ROLES: ReadonlyMap<string, string> = new Map([
  ["human", "user"],
  ["generic", "human"],
  ["ai", "assistant"],
  ["system", "system"],
]);

/** Fields that providers put beside the content of an answer and that belong to the answer. */
const BESIDE_CONTENT: readonly string[] = ["refusal", "reasoning_content", "function_call"];

const MAX_DEPTH = 4;

/** Method of a message that returns its type. */
const TYPE_OF = "_getType";

/** Message as recorded in an observation. */
export interface RecordedMessage extends Record<string, unknown> {
  role: string;
  content: unknown;
}

/** Message of LangChain. */
export interface Message extends Fields {
  readonly content: unknown;
  [TYPE_OF](): unknown;
}

/** Returns true when the value is a message of any loaded copy of LangChain. */
export function isMessage(value: unknown): value is Message {
  return isFields(value) && typeof value[TYPE_OF] === "function" && "content" in value;
}

/**
 * Returns a message as role and content, with its tool calls or the id of the call it answers. The tool calls are in the
 * provider's form, or in LangChain's form where LangChain does not keep the provider's.
 */
export function recordedMessage(message: Message): RecordedMessage {
  const type = String(message[TYPE_OF]());
  const role = ROLES.get(type) ?? textOf(message.name) ?? type;
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

/**
 * Returns the value with every message, up to `MAX_DEPTH` levels deep, in its recorded form. A value without messages is
 * returned as the same object.
 */
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

/** Returns the text that a prompt template made, else its messages. */
function recordedPrompt(prompt: Fields): unknown {
  const messages = listOf((prompt.toChatMessages as () => unknown)());
  return textOf(prompt.value) ?? messages.map((message) => withRecordedMessages(message));
}

/** Returns true for a plain object, and for LangGraph's `Command` and `Send`: these classes carry values of the application. */
function isPlain(value: Fields): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || textOf(value.lg_name) !== undefined;
}

function changed(value: unknown, items: readonly unknown[], map: (item: unknown) => unknown): unknown {
  const mapped = items.map(map);
  return mapped.some((item, index) => item !== items[index]) ? mapped : value;
}
