import { parsedContent } from "@svc/core/internal/messages";

/** Returns the content of an input or output as text: JSON over several lines, a text as it is, nothing for a missing value. */
export function contentText(content: unknown): string {
  const value = parsedContent(content);
  if (value == null) return "";
  return typeof value === "string" ? value : JSON.stringify(value, undefined, 2);
}
