import { parseExactJson } from "@svc/core/internal";
/** Returns the value of what was entered: JSON where it is JSON, nothing for nothing, else the text itself. */
export function enteredValue(text: string): unknown {
  if (text.trim() === "") return null;
  try {
    return parseExactJson(text);
  } catch {
    return text;
  }
}

/** Returns the text that gives a value back when it is entered. */
export function textToEnter(value: unknown): string {
  if (value == null) return "";
  if (typeof value === "string" && enteredValue(value) === value) return value;
  return JSON.stringify(value, undefined, 2);
}
