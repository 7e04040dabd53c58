import { parseExactJson } from "../values/exact-json.ts";

/** Returns the value of JSON text; a text that is none stays as it is. */
export function parsedContent(content: unknown): unknown {
  if (typeof content !== "string" || !/^\s*[[{"]/.test(content)) return content;
  try {
    return parseExactJson(content);
  } catch {
    return content;
  }
}
