import { type Fields, type Message, type Part, isFields } from "./message.ts";
import { partsBeside, readPart, readParts, readToolMessage } from "./read-parts.ts";

/** Fields of an input or output that hold the messages, in the words of the providers. */
const LISTS = ["messages", "contents", "input", "output", "prompt", "message"];

/** Fields with instructions that stand beside the messages. */
const INSTRUCTIONS = ["system", "instructions", "systemInstruction", "preamble"];

/** Types of items that stand among messages without a role. */
const ITEMS = new Set(["function_call", "function_call_output", "reasoning"]);

/**
 * Returns the messages of an input or output; undefined for a value that is no conversation. `role` is that of a message that
 * names none.
 */
export function readMessages(value: unknown, role: string): readonly Message[] | undefined {
  if (Array.isArray(value))
    return value.length > 0 && value.every(isMessage) ? value.map((one) => readMessage(one, role)) : undefined;
  if (!isFields(value)) return undefined;
  if (isMessage(value)) return [readMessage(value, role)];
  for (const name of LISTS) {
    const inner = value[name];
    const messages =
      typeof inner === "string" ? [{ role, parts: readParts(inner) }] : inner && readMessages(inner, role);
    if (messages) return [...instructionsOf(value), ...messages];
  }
  return undefined;
}

function instructionsOf(value: Fields): Message[] {
  return INSTRUCTIONS.flatMap((name) => {
    const instruction = value[name];
    const parts = readParts(isFields(instruction) ? (instruction["parts"] ?? instruction["content"]) : instruction);
    return parts.length === 0 ? [] : [{ role: "system", parts }];
  });
}

function isMessage(value: unknown): value is Fields {
  if (!isFields(value)) return false;
  if (typeof value["type"] === "string" && ITEMS.has(value["type"])) return true;
  return (
    typeof value["role"] === "string" && ["content", "parts", "tool_calls", "reasoning"].some((name) => name in value)
  );
}

function readMessage(message: Fields, fallback: string): Message {
  const role = typeof message["role"] === "string" ? message["role"] : fallback;
  if (message["role"] === undefined) return { role: roleOfItem(message, fallback), parts: [readPart(message)] };
  if (role === "tool" && ("tool_call_id" in message || typeof message["content"] === "string")) {
    return { role, parts: [readToolMessage(message)] };
  }
  const { before, after } = partsBeside(message);
  const parts: Part[] = [...before, ...readParts(message["content"] ?? message["parts"]), ...after];
  return { role, parts };
}

function roleOfItem({ type }: Fields, fallback: string): string {
  return type === "function_call_output"
    ? "tool"
    : type === "reasoning" || type === "function_call"
      ? "assistant"
      : fallback;
}
