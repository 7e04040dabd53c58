import { parseExactJson } from "../values/exact-json.ts";

/** Most levels of lists and objects that are read: functions that call themselves read them. */
export const MOST_LEVELS = 1_000;

/** Returns the value of JSON text; a text that is none, or that has too many levels, stays as it is. */
export function parsedContent(content: unknown): unknown {
  if (typeof content !== "string" || !/^\s*[[{"]/.test(content) || isTooDeep(content)) return content;
  try {
    return parseExactJson(content);
  } catch {
    return content;
  }
}

function isTooDeep(json: string): boolean {
  let levels = 0;
  for (let at = 0; at < json.length && levels <= MOST_LEVELS; at++) {
    const character = json[at];
    if (character === "[" || character === "{") levels++;
    else if (character === "]" || character === "}") levels--;
    else if (character === '"') at = endOfText(json, at);
  }
  return levels > MOST_LEVELS;
}

/** Returns the place of the quotation mark that ends a text. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === "\\") at++;
    else if (json[at] === '"') return at;
  }
  return json.length;
}
