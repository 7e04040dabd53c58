import { type Message, type Part, holdsContent } from "./message.ts";
import { isJsonObject } from "../values/exact-json.ts";
import type { Fields } from "../values/fields.ts";
import { partsBeside, readPart, readParts, readToolMessage } from "./read-parts.ts";

/** Fields of an input or output that hold the messages, in the words of the providers. */
const LISTS = ["messages", "contents", "input", "output", "prompt", "message", "choices", "candidates", "replies"];

/** Fields with instructions that stand beside the messages. */
const INSTRUCTIONS = ["system", "instructions", "systemInstruction", "preamble"];

/** Types of items that stand among messages without a role, and are of the model. */
const OF_MODEL = /^(?:reasoning|mcp_list_tools|mcp_approval_request|\w+_call)$/;

/** Types of items that stand among messages without a role, and are results of tools. */
const OF_TOOL = /^\w+_call_(?:output|result)$/;

/** Roles by the types of LangChain's messages. */
const LANGCHAIN_ROLES: Readonly<Record<string, string>> = {
  human: "user",
  ai: "assistant",
  system: "system",
  tool: "tool",
  function: "tool",
};

/**
 * Returns the messages of an input or output; undefined for a value that is no conversation. `role` is that of a message that
 * names none.
 */
export function readMessages(value: unknown, role: string): readonly Message[] | undefined {
  if (Array.isArray(value)) return readList(value, role);
  if (!isJsonObject(value)) return undefined;
  const message = messageIn(value);
  if (message !== undefined) return [readMessage(message, role)];
  for (const name of LISTS) {
    const inner = value[name];
    const messages = typeof inner === "string" ? [{ role, parts: readParts(inner) }] : readMessages(inner, role);
    if (messages !== undefined) return [...instructionsOf(value), ...messages];
  }
  return undefined;
}

/** Reads a list in which everything is a message, or an item among messages. LangChain has a list for each prompt. */
function readList(list: readonly unknown[], role: string): readonly Message[] | undefined {
  const [only, ...others] = list;
  if (Array.isArray(only) && others.length === 0) return readList(only, role);
  const messages = list.map((one) => (isJsonObject(one) ? messageIn(one) : undefined));
  const isConversation = messages.some((message) => message !== undefined) && list.every(isItem);
  return isConversation ? list.map((one, index) => readMessage(messages[index] ?? (one as Fields), role)) : undefined;
}

/** Returns true for an object that can stand among messages. */
function isItem(value: unknown): boolean {
  return isJsonObject(value) && (messageIn(value) !== undefined || typeof value["type"] === "string");
}

function instructionsOf(value: Fields): Message[] {
  return INSTRUCTIONS.flatMap((name) => {
    const instruction = value[name];
    const parts = readParts(isJsonObject(instruction) ? (instruction["parts"] ?? instruction["content"]) : instruction);
    return parts.length === 0 ? [] : [{ role: "system", parts }];
  });
}

/** Fields that a message has beside its role, at least one of them. */
const CONTENTS = ["content", "parts", "tool_calls", "reasoning", "function_call"];

/**
 * Returns the message that an object is or holds: as it is, an item among messages, one of LangChain, a choice of a model, or one that
 * OpenInference has written flat. Returns undefined for any other object.
 */
function messageIn(value: Fields): Fields | undefined {
  const { type, role, message, content, kwargs, data } = value;
  if (typeof role === "string") return CONTENTS.some((name) => name in value) ? value : undefined;
  if (isJsonObject(message)) return messageIn(message);
  // A candidate of Gemini.
  if (isJsonObject(content) && Array.isArray(content["parts"])) return { role: "model", ...content };
  if (isJsonObject(kwargs)) return messageIn({ ...kwargs, type: kwargs["type"] ?? typeOfClass(value["id"]) });
  if (typeof type !== "string") return undefined;
  if (OF_MODEL.test(type) || OF_TOOL.test(type)) return value;
  if (!Object.hasOwn(LANGCHAIN_ROLES, type)) return undefined;
  const fields = isJsonObject(data) ? data : value;
  return "content" in fields ? { ...fields, role: LANGCHAIN_ROLES[type] } : undefined;
}

/** Returns LangChain's type of a message by the path of its class, such as `HumanMessageChunk`. */
function typeOfClass(path: unknown): string {
  const name: unknown = Array.isArray(path) ? path.at(-1) : undefined;
  return /^(\w+?)Message(?:Chunk)?$/.exec(String(name))?.[1]?.toLowerCase() ?? "";
}

function readMessage(message: Fields, fallback: string): Message {
  const { role: own, content, parts: listed, type } = message;
  if (typeof own !== "string") return { role: roleOfItem(type, fallback), parts: readPart(message) };
  // The answer to a call may have the tool's name as its role.
  if (
    typeof message["tool_call_id"] === "string" ||
    (own === "tool" && ("tool_call_id" in message || typeof content === "string"))
  )
    return { role: "tool", parts: readToolMessage(message) };
  const { before, after } = partsBeside(message);
  // Messages of the AI SDK's pages have their text in both fields, and all else only in the parts.
  const read = readParts(Array.isArray(listed) && listed.length > 0 ? listed : content);
  const parts: Part[] = [...before, ...read, ...after];
  if (parts.length > 0) return { role: own, parts };
  const rest = Object.fromEntries(
    Object.entries(message).filter(([name]) => name !== "role" && !CONTENTS.includes(name)),
  );
  return { role: own, parts: holdsContent(rest) ? [{ kind: "other", value: rest }] : [] };
}

function roleOfItem(type: unknown, fallback: string): string {
  if (typeof type !== "string") return fallback;
  return OF_TOOL.test(type) ? "tool" : OF_MODEL.test(type) ? "assistant" : fallback;
}
