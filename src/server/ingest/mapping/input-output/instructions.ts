import { isObject, textOrJson } from "../../../http/json.ts";

/**
 * Returns an input with the instructions before it: as the first message of a list, as the field `system` of an object, or as a message
 * before that of a text. An input that has a message of the system keeps that one. The text of an input is not parsed.
 */
export function withInstructions(input: unknown, instructions: unknown): unknown {
  const text = textOrJson(input);
  if (text.includes('"role":"system"') || text.includes('"role": "system"')) return input;
  const message = systemMessage(instructions);
  const content = text.trim();
  if (content.startsWith("[") && content.endsWith("]")) {
    const rest = content.slice(1).trimStart();
    if (rest.startsWith("{")) return `[${JSON.stringify(message)},${rest}`;
    if (rest === "]") return [message];
  }
  if (content.startsWith('{"') && content.endsWith("}")) {
    return `{"system":${JSON.stringify(instructions)},${content.slice(1)}`;
  }
  return [message, { role: "user", content: text }];
}

function systemMessage(instructions: unknown): Record<string, unknown> {
  const isParts = Array.isArray(instructions) && instructions.every(isObject);
  return isParts ? { role: "system", parts: instructions } : { role: "system", content: instructions };
}
