import { isJsonObject } from "../values/exact-json.ts";
import type { Fields } from "../values/fields.ts";
import { CALL_FIELDS, CALL_TYPES } from "./read-parts.ts";

/** Maximum depth of tool calls in an output. */
const MAX_DEPTH = 8;

/** Returns the names of the tools that an output calls, in its order, wherever the calls stand in it. */
export function calledTools(output: unknown): string[] {
  return namesIn(output, MAX_DEPTH);
}

function namesIn(value: unknown, depth: number): string[] {
  if (depth === 0) return [];
  if (Array.isArray(value)) return value.flatMap((item) => namesIn(item, depth - 1));
  if (!isJsonObject(value)) return [];
  if (CALL_TYPES.has(String(value["type"]))) return nameOfTool(value);
  const listed = value["tool_calls"] ?? value["toolCalls"];
  if (Array.isArray(listed)) return listed.filter(isJsonObject).flatMap(nameOfTool);
  for (const field of CALL_FIELDS) {
    const call = value[field];
    if (isJsonObject(call)) return nameOfTool(call);
  }
  return Object.values(value).flatMap((item) => namesIn(item, depth - 1));
}

/** Returns the name of a tool or of a call of one, which stands in the object itself or in `function`; empty without a name. */
export function nameOfTool(tool: Fields): string[] {
  const inner = isJsonObject(tool["function"]) ? tool["function"] : tool;
  const name = inner["name"] ?? inner["toolName"] ?? inner["tool_name"];
  return typeof name === "string" ? [name] : [];
}
